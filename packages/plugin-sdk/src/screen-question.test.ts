import { describe, expect, test } from 'vitest';
import { questionAt, screenLines, watchScreen } from './screen-question.js';

const dialog = (subject: string, cursor = '●') => `
╭──────────────────╮
│ ${subject}       │
│ Sure?            │
│ ${cursor} 1. Yes │
╰──────────────────╯
`;

/** A last line that ends with a question mark asks something. */
function questionOn(screen: string) {
  const lines = screenLines(screen);
  const index = lines.findLastIndex((line) => line.endsWith('?'));
  return index < 0 ? undefined : questionAt(lines, index, 'It waits.');
}

/** Shows the screens one after the other and returns what the host was told. */
function show(...screens: string[]): string[] {
  const told: string[] = [];
  const host = {
    emit: () => {},
    needsInput: (question: string) => void told.push(`needs input: ${question}`),
    working: () => void told.push('working'),
  };
  const onScreen = watchScreen(questionOn);
  for (const screen of screens) onScreen(screen, host);
  return told;
}

describe('the host is told', () => {
  const asks = 'needs input: Sure?';

  test('nothing as long as nothing is asked', () => {
    expect(show('', 'busy', '> idle', 'busy')).toEqual([]);
  });

  test('once per question, wherever its cursor stands, and once when the screen has moved on', () => {
    expect(show('busy', dialog('rm a'), dialog('rm a', ' '), dialog('rm a'), 'busy', 'idle')).toEqual([
      asks,
      'working',
    ]);
  });

  test('again when the same words are asked about something else', () => {
    expect(show(dialog('rm a'), dialog('rm b'))).toEqual([asks, asks]);
  });

  test('again when the same question comes back later', () => {
    expect(show(dialog('ls'), 'busy', dialog('ls'))).toEqual([asks, 'working', asks]);
  });
});

test('lines come without frames and empty ones', () => {
  expect(screenLines(dialog('rm a'))).toEqual(['rm a', 'Sure?', '● 1. Yes']);
});

describe('a question', () => {
  test('has the lines that lead to it as its subject, at most five', () => {
    expect(questionAt(['1', '2', '3', '4', '5', 'Sure?', 'Yes'], 5, '')).toEqual({
      text: 'Sure?',
      subject: '2\n3\n4\n5\nSure?',
    });
  });

  test('that has scrolled away has another text', () => {
    expect(questionAt(['● 1. Yes'], -1, 'It waits.')).toEqual({ text: 'It waits.', subject: 'It waits.' });
  });
});
