import type { AgentObserver } from './create-adapter.js';

/** What a rendered screen asks a person. */
export interface ScreenQuestion {
  readonly text: string;
  /** Tells two questions of the same wording apart: the lines that lead to it. */
  readonly subject: string;
}

/** Makes an `onScreen` that tells the host once when a question appears, and once when the screen has moved on. */
export function watchScreen(
  questionOn: (screen: string) => ScreenQuestion | undefined,
): NonNullable<AgentObserver['onScreen']> {
  let asked: string | undefined;
  return (screen, host) => {
    const question = questionOn(screen);
    if (question?.subject === asked) return;
    asked = question?.subject;
    if (question) host.needsInput(question.text);
    else host.working();
  };
}

/** The lines of a screen that are not empty, without the frames around them. */
export function screenLines(screen: string): string[] {
  return screen
    .split('\n')
    .map((line) => line.replace(/^[\s│┃╭╰─╌]+|[\s│┃╮╯─╌]+$/g, ''))
    .filter(Boolean);
}

/** The line with this index as a question; `otherwise` is the text where there is no such line. */
export function questionAt(lines: readonly string[], index: number, otherwise: string): ScreenQuestion {
  const text = lines[index] ?? otherwise;
  const subject = index < 0 ? text : lines.slice(Math.max(0, index + 1 - LINES_OF_SUBJECT), index + 1).join('\n');
  return { text, subject };
}

const LINES_OF_SUBJECT = 5;
