import { describe, expect, test } from 'vitest';
import { fake, fakePrompt, fakeScript } from '../script-builders.js';
import { scriptOfEnvironment, scriptOfPrompt, stepsOf, withoutScript } from './script.js';

const inPrompt = (prompt: string, turn = 1) => stepsOf(scriptOfPrompt(prompt), turn);

describe('a script in a prompt', () => {
  test('is a line of steps', () => {
    expect(inPrompt('Fix it.\nfake: print hello world; exit 3')).toEqual([
      { do: 'print', text: 'hello world' },
      { do: 'exit', code: 3 },
    ]);
  });

  test('is a fenced block, one step or more per line', () => {
    expect(
      inPrompt('Fix it.\n\n```fake\n# how it goes\nsay Looking\ntool Read README.md\n{"do":"exit","code":4}\n```\n'),
    ).toEqual([
      { do: 'say', text: 'Looking' },
      { do: 'tool', name: 'Read', detail: 'README.md' },
      { do: 'exit', code: 4 },
    ]);
  });

  test('has sections that hold from their turn on', () => {
    const prompt = 'fake: say not yet\nfake 3: say COMPLETE';
    expect([1, 2, 3, 4].map((turn) => inPrompt(prompt, turn))).toEqual([
      [fake.say('not yet')],
      [fake.say('not yet')],
      [fake.say('COMPLETE')],
      [fake.say('COMPLETE')],
    ]);
  });

  test('says nothing about a turn before its first section', () => {
    expect(inPrompt('fake 2: exit 1', 1)).toBeUndefined();
    expect(inPrompt('Do not fake: it.')).toBeUndefined();
  });

  test('is no part of the task', () => {
    const prompt = 'fake turn 2\nFix it.\n```fake\nexit 3\n```\nfake 2: exit\nfake name plan\nAnd test it.';
    expect(withoutScript(prompt)).toBe('Fix it.\nAnd test it.');
  });

  test('can hold what the builders make', () => {
    const steps = [fake.print('a; b\n```'), fake.spawnChild({ ignoreTerm: true }), fake.exit(1)];
    expect(inPrompt(`Fix it.\n${fakePrompt(steps)}`)).toEqual(steps);
  });
});

describe('a script in the environment', () => {
  test('is a list of texts and objects', () => {
    expect(scriptOfEnvironment('["print hello", {"do":"exit","code":3}]')).toEqual(
      new Map([[1, [fake.print('hello'), fake.exit(3)]]]),
    );
  });

  test('is a list of turns', () => {
    expect(scriptOfEnvironment(fakeScript([fake.say('one')], [fake.say('two')]))).toEqual(
      new Map([
        [1, [fake.say('one')]],
        [2, [fake.say('two')]],
      ]),
    );
  });

  test('is refused with anything else in it', () => {
    const message = 'A step is a text such as "exit 3" or an object with "do", not {"print":"hello"}.';
    expect(() => scriptOfEnvironment('[{"print":"hello"}]')).toThrow(message);
  });
});

describe('a step as text', () => {
  test.each([
    ['print', fake.print('')],
    ['write a\\nb\\e[31m\\x41\\u{1f600}\\;', fake.write('a\nb\x1b[31mA😀;')],
    [
      'ansi Hello you style=bold,red at=3,5 clear=line',
      fake.ansi('Hello you', { style: ['bold', 'red'], at: [3, 5], clear: 'line' }),
    ],
    ['ask What now?', fake.ask('What now?')],
    ['sleep 100', fake.sleep(100)],
    ['tool Bash npm test state=failed', fake.tool('Bash', { detail: 'npm test', state: 'failed' })],
    ['usage 120 30 0.01', fake.usage(120, 30, 0.01)],
    ['retry-event overloaded attempt=2 delay=500', fake.retryEvent('overloaded', { attempt: 2, delayMs: 500 })],
    ['rate-limit-event The limit is reached.', fake.rateLimitEvent('The limit is reached.')],
    ['error-event It broke.', fake.errorEvent('It broke.')],
    [
      'spawn-child 5 ignore-term own-session hold-stdout pid-file=child.pid',
      fake.spawnChild({ seconds: 5, ignoreTerm: true, ownSession: true, holdStdout: true, pidFile: 'child.pid' }),
    ],
    ['spawn-child', fake.spawnChild()],
    ['ignore-signals TERM, SIGINT', fake.ignoreSignals('SIGTERM', 'SIGINT')],
    ['ignore-signals', fake.ignoreSignals()],
    ['split-utf8 ü pause=5', fake.splitUtf8('ü', 5)],
    ['split-ansi', fake.splitAnsi()],
    ['flood 10000', fake.flood(10_000)],
    ['drip abc interval=10', fake.drip('abc', 10)],
    ['crash uncaught', fake.crash('uncaught')],
    ['exit', fake.exit()],
    ['write-file notes/a.txt Hello you\\n', fake.writeFile('notes/a.txt', 'Hello you\n')],
    ['echo-env A B', fake.echoEnv('A', 'B')],
    ['hang', fake.hang()],
  ])('%s', (text, step) => {
    expect(inPrompt(`fake: ${text}`)).toEqual([step]);
  });

  test('is refused if it is unknown, with those that are known', () => {
    expect(() => inPrompt('fake: dance')).toThrow(
      /^The fake agent knows no step "dance". It knows: print, write, .*\.$/,
    );
  });

  test('is refused without the number it needs', () => {
    expect(() => inPrompt('fake: sleep long')).toThrow('The fake agent\'s step "sleep" needs a number, not "long".');
  });
});
