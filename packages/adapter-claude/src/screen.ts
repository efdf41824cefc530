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

/** The question that claude's rendered screen puts to a person now. */
export function questionOn(screen: string): ScreenQuestion | undefined {
  const lines = screen.split('\n').map(withoutFrame).filter(Boolean);
  if (DIALOG.test(screen)) return questionAt(lines, lines.findLastIndex(isQuestion));
  if (BUSY.test(screen)) return undefined;
  const asking = lines.findLastIndex((line) => ASKING.test(line));
  const offersChoice = asking >= 0 && lines.slice(asking + 1).some((line) => line.startsWith('❯'));
  return offersChoice ? questionAt(lines, asking) : undefined;
}

/** Only an open dialog shows these. In gemini "esc to cancel" means the opposite: busy. */
const DIALOG = /esc to cancel|quick safety check|trust this folder/i;
const BUSY = /(esc|ctrl\+c) to interrupt|[*·✢✳✶✻✽] ?\S+ing…/i;
/** Not behind `❯` or `>`, where the person's own words stand. */
const ASKING = /^(?![❯>]).*(Do you want|Would you like)/;
const LINES_OF_SUBJECT = 5;

function questionAt(lines: readonly string[], index: number): ScreenQuestion {
  // What follows the question in its line is an explanation that the next lines go on with.
  const text = lines[index]?.replace(/\?.*$/, '?') ?? 'Claude Code waits for an answer.';
  const subject = index < 0 ? text : lines.slice(Math.max(0, index + 1 - LINES_OF_SUBJECT), index + 1).join('\n');
  return { text, subject };
}

function isQuestion(line: string): boolean {
  return ASKING.test(line) || /quick safety check/i.test(line) || (line.endsWith('?') && !/^[❯>]/.test(line));
}

function withoutFrame(line: string): string {
  return line.replace(/^[\s│┃╭╰─╌]+|[\s│┃╮╯─╌]+$/g, '');
}
