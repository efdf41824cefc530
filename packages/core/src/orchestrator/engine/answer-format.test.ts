import { describe, expect, test } from 'vitest';
import { formatAnswer } from './answer-format.js';

const SCHEMA = {
  type: 'object',
  properties: { severity: { enum: ['low', 'high'] }, files: { type: 'array', items: { type: 'string' } } },
  required: ['severity'],
};

describe('an answer that fits its output_format', () => {
  test.each([
    ['is JSON', '{"severity": "low"}'],
    ['has white space around it', '\n  {"severity": "low"}\n'],
    ['stands in a code fence', 'Here:\n```json\n{"severity": "low"}\n```\nDone.'],
    ['stands in a fence without a language, with Windows line ends', 'Here:\r\n```\r\n{"severity": "low"}\r\n```\r\n'],
  ])('WHEN it %s THEN its JSON text is the answer', async (_title, answer) => {
    expect(await formatAnswer(answer, SCHEMA)).toEqual({ ok: true, answer: '{"severity": "low"}' });
  });

  test('keeps fields that the schema does not name', async () => {
    const answer = '{"severity":"low","extra":1}';
    expect(await formatAnswer(answer, SCHEMA)).toEqual({ ok: true, answer });
  });
});

describe('an answer that does not fit', () => {
  test.each([
    ['is no JSON', 'I would rather not.', 'The answer is not JSON, as "output_format" asks.'],
    [
      'lacks a field',
      '{}',
      'The answer does not fit "output_format" at "severity": Invalid option: expected one of "low"|"high".',
    ],
    [
      'has a wrong element',
      '{"severity":"low","files":["a",1]}',
      'The answer does not fit "output_format" at "files.1": Invalid input: expected string, received number.',
    ],
    [
      'is of another kind',
      '[]',
      'The answer does not fit "output_format": Invalid input: expected object, received array.',
    ],
  ])('WHEN it %s THEN that is said', async (_title, answer, message) => {
    expect(await formatAnswer(answer, SCHEMA)).toEqual({ ok: false, message });
  });
});
