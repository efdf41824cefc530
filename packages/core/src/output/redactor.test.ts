import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collectSecrets, createRedactor } from './redactor.js';

describe('collectSecrets', () => {
  test('WHEN variables are named like secrets THEN their values are secrets, whatever the case', () => {
    const env = {
      API_KEY: 'key-value',
      gh_token: 'token-value',
      MY_SECRET_1: 'secret-value',
      DbPassword: 'pass-value',
    };
    expect(collectSecrets(env)).toEqual(['key-value', 'token-value', 'secret-value', 'pass-value']);
  });

  test('WHEN variables are named otherwise THEN their values are none, unless listed', () => {
    const env = { PATH: '/usr/bin', KEYBOARD: 'qwertz-1', TOKENIZER: 'words-1', Deploy_Pat: 'pat-value' };
    expect(collectSecrets(env, ['DEPLOY_PAT'])).toEqual(['pat-value']);
  });

  test('WHEN a value would hide harmless text everywhere THEN it is none', () => {
    const env = {
      A_KEY: 'short',
      B_TOKEN: 'disabled',
      PASSWORD_STORE_DIR: '/',
      SSH_KEY: process.execPath,
      C_KEY: undefined,
    };
    expect(collectSecrets(env)).toEqual([]);
  });

  test('WHEN a secret looks like a path that does not exist, or has white space around it THEN it is one', () => {
    expect(collectSecrets({ A_KEY: '/q9Zx/7Kw==', B_KEY: ' padded-value\n' })).toEqual(['/q9Zx/7Kw==', 'padded-value']);
  });
});

describe('createRedactor', () => {
  test('WHEN there are no secrets THEN the very same buffer comes back', () => {
    const redactor = createRedactor([]);
    const bytes = Buffer.from('anything');
    expect(redactor.isEmpty).toBe(true);
    expect(redactor.stream().write(bytes)).toBe(bytes);
    expect(redactor.text('anything')).toBe('anything');
  });

  test('WHEN a text holds secrets THEN each is replaced, the longest of those that begin together', () => {
    const redactor = createRedactor(['abc123', 'abc123xyz', 'p.*d(w)']);
    expect(redactor.text('abc123 abc123xyz abc123xy p.*d(w) paadw')).toBe('*** *** ***xy *** paadw');
  });

  test('WHEN a secret has several lines THEN it is found as written, as a terminal prints it and in JSON', () => {
    const secret = '-----BEGIN-----\nline "2"\n-----END-----';
    const redactor = createRedactor([secret]);
    const written = `${secret}|${secret.replaceAll('\n', '\r\n')}|${JSON.stringify({ secret })}`;
    expect(redactor.text(written)).toBe('***|***|{"secret":"***"}');
    const stream = redactor.stream();
    expect(`${stream.write(Buffer.from(written))}${stream.end()}`).toBe('***|***|{"secret":"***"}');
  });

  test('WHEN a secret is split over writes THEN it is hidden and only its possible beginning waits', () => {
    const stream = createRedactor(['secret-1']).stream();
    const write = (text: string) => stream.write(Buffer.from(text)).toString();
    expect([write('a sec'), write('ret'), write('-1b s'), write('o sec')]).toEqual(['a ', '', '***b ', 'so ']);
    expect(stream.end().toString()).toBe('sec');
  });

  test('WHEN text comes in pieces THEN characters stay whole', () => {
    const stream = createRedactor(['éclair-1']).textStream();
    expect([stream.write('🙂 écl'), stream.write('ère écl'), stream.write('air-1è')]).toEqual([
      '🙂 ',
      'éclère ',
      '***è',
    ]);
    expect(stream.end()).toBe('');
  });

  test('WHEN output is cut anywhere THEN the result is that of the whole text', () => {
    const letters = (min: number, max: number) => fc.stringMatching(new RegExp(`^[ab]{${min},${max}}$`));
    fc.assert(
      fc.property(
        fc.array(letters(2, 6), { minLength: 1, maxLength: 4 }),
        fc.array(letters(0, 9)),
        (secrets, pieces) => {
          const redactor = createRedactor(secrets);
          const stream = redactor.stream();
          const out = [...pieces.map((piece) => stream.write(Buffer.from(piece))), stream.end()];
          expect(Buffer.concat(out).toString()).toBe(redactor.text(pieces.join('')));
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('WHEN one byte after the other repeats the beginning of a secret THEN no more than it is ever held', () => {
    const stream = createRedactor(['aaaaaaab']).stream();
    let written = 0;
    for (let count = 1; count <= 5000; count += 1) {
      written += stream.write(Buffer.from('a')).length;
      expect(written).toBe(Math.max(0, count - 7));
    }
    expect(stream.write(Buffer.from('b')).toString()).toBe('***');
  });
});
