import { questionAt, type ScreenQuestion, screenLines } from '@agentflow/plugin-sdk';

/** The question that claude's rendered screen puts to a person now. */
export function questionOn(screen: string): ScreenQuestion | undefined {
  const lines = screenLines(screen);
  if (DIALOG.test(screen)) return questionOf(lines, lines.findLastIndex(isQuestion));
  if (BUSY.test(screen)) return undefined;
  const asking = lines.findLastIndex((line) => ASKING.test(line));
  const offersChoice = asking >= 0 && lines.slice(asking + 1).some((line) => line.startsWith('❯'));
  return offersChoice ? questionOf(lines, asking) : undefined;
}

/** Only an open dialog shows these. In gemini "esc to cancel" means the opposite: busy. */
const DIALOG = /esc to cancel|quick safety check|trust this folder/i;
const BUSY = /(esc|ctrl\+c) to interrupt|[*·✢✳✶✻✽] ?\S+ing…/i;
/** Not behind `❯` or `>`, where the person's own words stand. */
const ASKING = /^(?![❯>]).*(Do you want|Would you like)/;

/** What follows the question in its line is an explanation that the next lines go on with. */
function questionOf(lines: readonly string[], index: number): ScreenQuestion {
  const { text, subject } = questionAt(lines, index, 'Claude Code waits for an answer.');
  return { text: text.replace(/\?.*$/, '?'), subject };
}

function isQuestion(line: string): boolean {
  return ASKING.test(line) || /quick safety check/i.test(line) || (line.endsWith('?') && !/^[❯>]/.test(line));
}
