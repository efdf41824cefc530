import { describe, expect, test } from 'vitest';
import { questionOn, watchScreen } from './screen.js';

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

/** Shows the screens one after the other and returns what the host was told. */
function show(...screens: string[]): string[] {
  const told: string[] = [];
  const host = {
    emit: () => {},
    needsInput: (question: string) => void told.push(`needs input: ${question}`),
    working: () => void told.push('working'),
  };
  const onScreen = watchScreen();
  for (const screen of screens) onScreen(screen, host);
  return told;
}

describe('a screen asks', () => {
  test('when a tool wants to be allowed', () => {
    expect(questionOn(shellDialog('rm -r build'))?.text).toBe("Allow execution of: 'rm'?");
  });

  test.each(['Apply this change?', 'Do you want to proceed?', 'Do you trust this folder?'])('%s', (question) => {
    expect(questionOn(`│ ${question} │\n│ ● 1. Yes │`)).toEqual({ text: question, subject: question });
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
  ])('%s', (_when, screen) => {
    expect(questionOn(screen)).toBeUndefined();
  });
});

describe('the host is told', () => {
  test('nothing as long as nothing is asked', () => {
    expect(show('', busy, idle, busy)).toEqual([]);
  });

  test('once per question, and once when the screen has moved on', () => {
    const dialog = shellDialog('rm -r build');
    expect(show(busy, dialog, dialog.replace('⠏', '⠹'), dialog, busy, idle)).toEqual([
      "needs input: Allow execution of: 'rm'?",
      'working',
    ]);
  });

  test('again when the same words are asked about something else', () => {
    expect(show(shellDialog('rm -r build'), shellDialog('rm -r dist'))).toEqual([
      "needs input: Allow execution of: 'rm'?",
      "needs input: Allow execution of: 'rm'?",
    ]);
  });

  test('again when the same question comes back later', () => {
    const dialog = shellDialog('rm -r build');
    expect(show(dialog, busy, dialog)).toEqual([
      "needs input: Allow execution of: 'rm'?",
      'working',
      "needs input: Allow execution of: 'rm'?",
    ]);
  });
});
