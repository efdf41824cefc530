import assert from 'node:assert/strict';
import type { AdapterFactory } from '../../adapter.js';
import { createUnderTest, RecordingHost } from './adapter-under-test.js';
import { catchWrites } from './catch-writes.js';
import { type ConformanceCase, conformanceCase, leftOutCase } from './conformance-case.js';

type Question = { readonly screen: string; readonly text: string };

/** What an interactive agent's screen means. */
export function screenCases(
  factory: AdapterFactory,
  questions: readonly Question[],
  otherScreens: readonly string[],
): ConformanceCase[] {
  const show = (screens: readonly string[]) => {
    const adapter = createUnderTest(factory);
    const host = new RecordingHost();
    for (const screen of screens) adapter.onScreen?.(screen, host);
    return host;
  };
  const hasScreens = createUnderTest(factory).onScreen !== undefined;
  return [
    ...(questions.length === 0 && hasScreens ? [LEFT_OUT] : []),
    ...(hasScreens
      ? [
          conformanceCase('nothing is written to stdout while it looks at screens', () => {
            const written: unknown[] = [];
            catchWrites(written, () => show([...questions.map(({ screen }) => screen), ...otherScreens, '']));
            assert.deepEqual(written, []);
          }),
        ]
      : []),
    ...questions.map(({ screen, text }) =>
      conformanceCase(`the question "${text}" is told once, however often the screen is drawn`, () => {
        assert.deepEqual(show([screen, screen, screen]).questions, [text]);
      }),
    ),
    ...questions.map(({ screen, text }) =>
      conformanceCase(`after the question "${text}" it is told once that the agent works again`, () => {
        const host = show([screen, '', '']);
        assert.deepEqual([host.questions, host.timesWorking], [[text], 1]);
      }),
    ),
    ...otherScreens.map((screen, index) =>
      conformanceCase(`screen ${index + 1} of those that ask nothing is not a question`, () => {
        assert.deepEqual(show([screen]).questions, []);
      }),
    ),
  ];
}

const LEFT_OUT = leftOutCase(
  'a question is told once, however often the screen is drawn',
  'without "questions" there is no screen of the program that asks one',
);
