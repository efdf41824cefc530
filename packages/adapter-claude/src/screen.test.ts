import { describe, expect, test } from 'vitest';
import { questionOn } from './screen.js';

const bashDialog = (command: string) => `
❯ tidy up
● Bash(${command})
────────────────────────────────────────────────
 Bash command

   ${command}
   Remove it

 Do you want to proceed?
 ❯ 1. Yes
   2. Yes, and don't ask again
   3. No

 Esc to cancel · Tab to amend
`;

const oldDialog = `
╭──────────────────────────────────────────────╮
│ Edit file                                    │
│ Do you want to make this edit to a.ts?       │
│ ❯ 1. Yes                                     │
│   2. No, and tell Claude what to do          │
╰──────────────────────────────────────────────╯
`;

const trustDialog = `
 Accessing workspace:
 /work
 Quick safety check: Is this a project you trust?
 ❯ 1. Yes, I trust this folder
   2. No, exit
 Enter to confirm · Esc to cancel
`;

const unnumberedDialog = `
 Accessing workspace:
 /work
 Quick safety check: Is this a project you trust? (Like your own code). If not,
 take a moment to review it.
 ❯ No, exit
   Yes, I trust this folder
 Enter to confirm · Esc to cancel
`;

const prompt = `
────────────────────────────────────────────────
❯
────────────────────────────────────────────────
`;
const busy = `● Would you like tea, I asked.\n✻ Reticulating… (esc to interrupt)\n${prompt}`;
const idle = `❯ Do you want tea?\n● PONG\n✻ Worked for 5s\n${prompt}`;

describe('a screen asks', () => {
  test.each([
    ['when a tool wants to be allowed', bashDialog('rm -r build'), 'Do you want to proceed?'],
    ['in a framed dialog', oldDialog, 'Do you want to make this edit to a.ts?'],
    ['with choices that have no numbers', unnumberedDialog, 'Quick safety check: Is this a project you trust?'],
    ['whether the folder is trusted', trustDialog, 'Quick safety check: Is this a project you trust?'],
    [
      'in a dialog whose question has scrolled away',
      ' ❯ 1. Yes\n   2. No\n Esc to cancel',
      'Claude Code waits for an answer.',
    ],
  ])('%s', (_when, screen, text) => {
    expect(questionOn(screen)?.text).toBe(text);
  });
});

describe('a screen does not ask', () => {
  test.each([
    ['while claude is busy', busy],
    ['while claude shows its spinner only', `● Do you want it?\n✶ Pondering…\n${prompt}`],
    ['when claude is idle', idle],
    ['when it is empty', ''],
    ['when the agent does so in words', `● Done. Would you like a test too?\n${prompt}`],
    ['when the agent speaks of a key', `● In vim press Esc to cancel the command.\n${prompt}`],
    ['when the agent shows a dialog', `● It asks:\n  Do you want it?\n  ❯ 1. Yes\n    2. No\n${prompt}`],
    ['when a person types a list', prompt.replace('❯', '❯ 1. Tidy up')],
  ])('%s', (_when, screen) => {
    expect(questionOn(screen)).toBeUndefined();
  });
});

describe('a question is', () => {
  const subjectOf = (screen: string) => questionOn(screen)?.subject;
  const dialog = bashDialog('rm -r build');

  test('the same wherever its cursor stands', () => {
    const cursorMoved = dialog.replace(' ❯ 1.', '   1.').replace('   3.', ' ❯ 3.');
    expect(subjectOf(cursorMoved)).toBe(subjectOf(dialog));
  });

  test('another one when it is about something else', () => {
    expect(subjectOf(bashDialog('rm -r dist'))).not.toBe(subjectOf(dialog));
  });
});
