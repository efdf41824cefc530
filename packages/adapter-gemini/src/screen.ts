import type { AdapterHost } from '@agentflow/plugin-sdk';

export interface ScreenQuestion {
  readonly text: string;
  /** Tells two questions of the same wording apart: the lines that lead to it. */
  readonly subject: string;
}

/** Tells the host once when a question appears, and once when the screen has moved on. */
export function watchScreen(): (screen: string, host: AdapterHost) => void {
  let asked: string | undefined;
  return (screen, host) => {
    const question = questionOn(screen);
    if (question?.subject === asked) return;
    asked = question?.subject;
    if (question) host.needsInput(question.text);
    else host.working();
  };
}

/** The question that gemini's rendered screen puts to a person now. */
export function questionOn(screen: string): ScreenQuestion | undefined {
  const lines = screen.split('\n').map(withoutFrame).filter(Boolean);
  const index = lines.findLastIndex((line) => ASKING.test(line));
  if (CONFIRMING.test(screen)) return questionAt(lines, index);
  return index >= 0 && !BUSY.test(screen) ? questionAt(lines, index) : undefined;
}

const CONFIRMING = /waiting for user confirmation/i;
/** In claude "esc to cancel" means the opposite: waiting. Gemini hides it while it waits. */
const BUSY = /esc to cancel/i;
/** Not behind `>`, where the person's own words stand. */
const ASKING = /^(?!>).*(Apply this change|Allow execution|Do you want to proceed|Do you trust)/;
const LINES_OF_SUBJECT = 5;

function questionAt(lines: readonly string[], index: number): ScreenQuestion {
  const text = lines[index] ?? 'Gemini CLI waits for a confirmation.';
  const subject = index < 0 ? text : lines.slice(Math.max(0, index + 1 - LINES_OF_SUBJECT), index + 1).join('\n');
  return { text, subject };
}

function withoutFrame(line: string): string {
  return line.replace(/^[\s│┃╭╰─╌]+|[\s│┃╮╯─╌]+$/g, '');
}
