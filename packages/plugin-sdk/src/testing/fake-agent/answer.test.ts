import { describe, expect, test } from 'vitest';
import { answerTo } from './answer.js';

describe('without a script the answer', () => {
  test('restates the task and plans it', async () => {
    expect(await answerTo('Rename the button. It is on the first page.\nfake turn 1')).toMatchInlineSnapshot(`
      "You asked: Rename the button.
      Here is how I would go about it:
      1. Read what is there.
      2. Do the smallest thing that works.
      3. Check the result."
    `);
  });

  test('is the same for the same prompt, and short for a long one', async () => {
    const prompt = 'x'.repeat(100_000);
    const answer = await answerTo(prompt);
    expect(await answerTo(prompt)).toBe(answer);
    expect(answer.length).toBeLessThan(300);
  });

  test('has something to say about nothing', async () => {
    expect((await answerTo('')).split('\n')[0]).toBe('You asked for nothing in particular.');
  });

  test.each([
    ['Write a verse of two lines. The subject, if there is one: the sea', 'the sea'],
    ['Write a verse of two lines. The subject, if there is one: ', 'an ordinary day'],
    ['Compose a haiku', 'an ordinary day'],
  ])('is a verse if the prompt asks for one: %s', async (prompt, subject) => {
    const verse = `Of ${subject} I was asked to sing,\nso here are two lines, and a full stop to bring.`;
    expect(await answerTo(prompt)).toBe(verse);
  });

  test('is JSON if the prompt asks for JSON', async () => {
    expect(JSON.parse(await answerTo('List the files as JSON.'))).toEqual({
      task: 'List the files as JSON',
      plan: ['Read what is there', 'Do the smallest thing that works', 'Check the result'],
      done: true,
    });
  });

  test('fits a schema', async () => {
    const schema = {
      type: 'object',
      required: ['kind', 'severity', 'summary'],
      properties: {
        kind: { type: 'string', enum: ['bug', 'question', 'wish'] },
        severity: { type: 'integer', minimum: 1, maximum: 5 },
        summary: { type: 'string' },
      },
    };
    expect(JSON.parse(await answerTo('The button does nothing.', schema))).toEqual({
      kind: 'bug',
      severity: 1,
      summary: 'The button does nothing',
    });
  });
});
