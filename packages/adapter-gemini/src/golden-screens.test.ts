import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { questionOn } from './screen.js';

/** A folder per case: `screen.txt` as the real program drew it, and `question.txt` if it asks a person something. */
const SCREENS = new URL('../screens/', import.meta.url);

test.each(readdirSync(SCREENS))('the real screen "%s" is understood', (name) => {
  const [screen, question] = ['screen.txt', 'question.txt'].map((file) => new URL(`${name}/${file}`, SCREENS));
  const expected = question && existsSync(question) ? readFileSync(question, 'utf8').trimEnd() : undefined;
  expect(questionOn(readFileSync(screen as URL, 'utf8'))?.text).toBe(expected);
});
