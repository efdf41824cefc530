import { describe, expect, test } from 'vitest';
import { questionOn } from './screen.js';

const shellDialog = (command: string) => `
> tidy up
╭──────────────────────────────────────────────╮
│ ?  Shell ${command} [in /work]
│                                              │
│ ${command}
│                                              │
│ Allow execution of: 'rm'?                    │
│                                              │
│ ● 1. Allow once                              │
│   2. No, suggest changes (esc)               │
╰──────────────────────────────────────────────╯
⠏ Waiting for user confirmation...
`;

const busy = `
> tidy up
✦ Do you want to proceed is what I would ask.
⠼ Reticulating splines (esc to cancel, 4s)
`;

const idle = `
> Do you want to proceed with tea?
✦ PONG
╭──────────────────────────────────────────────╮
│ > Type your message or @path/to/file         │
╰──────────────────────────────────────────────╯
`;

describe('a screen asks', () => {
  test('when a tool wants to be allowed', () => {
    expect(questionOn(shellDialog('rm -r build'))?.text).toBe("Allow execution of: 'rm'?");
  });

  test.each(['Apply this change?', 'Do you want to proceed?', 'Do you trust this folder?'])('%s', (question) => {
    expect(questionOn(`│ ${question} │\n│ ● 1. Yes │`)).toEqual({ text: question, subject: question });
  });

  test('when it wants words, with the question above those that were typed so far', () => {
    const dialog = (typed: string) =>
      questionOn(`│ What is its name? │\n│ > ${typed} │\n│ Enter to submit · Esc to cancel │`);
    expect([dialog('a name')?.text, dialog('is it?')?.text]).toEqual(['What is its name?', 'What is its name?']);
  });

  test('when it waits for a confirmation whose question has scrolled away', () => {
    expect(questionOn('⠏ Waiting for user confirmation...')).toEqual({
      text: 'Gemini CLI waits for a confirmation.',
      subject: 'Gemini CLI waits for a confirmation.',
    });
  });
});

describe('a screen does not ask', () => {
  test.each([
    ['while gemini is busy', busy],
    ['when gemini is idle', idle],
    ['when it is empty', ''],
    ['when the agent does so in words', idle.replace('PONG', 'Do you want to proceed? Answer y.')],
    [
      'when the agent shows a dialog',
      idle.replace('PONG', 'It asks:\n  Do you want to proceed?\n  ● 1. Yes\n    2. No'),
    ],
    ['when the agent names the keys of a dialog', idle.replace('PONG', 'What is its name?\n  Enter to submit')],
    ['when the agent says that it waits', idle.replace('PONG', 'Now waiting for user confirmation.')],
  ])('%s', (_when, screen) => {
    expect(questionOn(screen)).toBeUndefined();
  });
});

describe('a question is', () => {
  const subjectOf = (screen: string) => questionOn(screen)?.subject;
  const dialog = shellDialog('rm -r build');

  test('the same while its spinner turns', () => {
    expect(subjectOf(dialog.replace('⠏', '⠹'))).toBe(subjectOf(dialog));
  });

  test('another one when it is about something else', () => {
    expect(subjectOf(shellDialog('rm -r dist'))).not.toBe(subjectOf(dialog));
  });
});
