import { questionAt, type ScreenQuestion, screenLines } from '@agentflow/plugin-sdk';

/** The question that claude's rendered screen puts to a person now. */
export function questionOn(screen: string): ScreenQuestion | undefined {
  const lines = screenLines(screen);
  const cursor = lines.findLastIndex((line) => line.startsWith('❯'));
  return isChoice(lines, cursor) ? questionOf(lines, lines.slice(0, cursor).findLastIndex(isQuestion)) : undefined;
}

/**
 * An open dialog takes the place of the line to type in, so that the last `❯` stands before one of its choices,
 * with its keys below or with numbers. Words alone tell nothing: the agent itself may say "Do you want to proceed?"
 * or "Esc to cancel".
 */
function isChoice(lines: readonly string[], cursor: number): boolean {
  if (/^❯ \S/.test(lines[cursor] ?? '') && lines.slice(cursor + 1).some((line) => KEYS.test(line))) return true;
  return isNumbered(lines, cursor);
}

const KEYS = /^(Enter to (confirm|select|submit)|Esc to cancel)\b/;

function isNumbered(lines: readonly string[], cursor: number): boolean {
  if (!/^❯ \d+\. /.test(lines[cursor] ?? '')) return false;
  const around = [...lines.slice(Math.max(0, cursor - LINES_AROUND), cursor), ...lines.slice(cursor + 1)];
  return around.slice(0, 2 * LINES_AROUND).some((line) => /^\d+\. /.test(line));
}

const LINES_AROUND = 8;

/** What follows the question in its line is an explanation that the next lines go on with. */
function questionOf(lines: readonly string[], index: number): ScreenQuestion {
  const { text, subject } = questionAt(lines, index, 'Claude Code waits for an answer.');
  return { text: text.replace(/\?.*$/, '?'), subject };
}

/** Not behind `❯` or `>`, where the person's own words stand, nor behind `●`, where the agent's do. */
function isQuestion(line: string): boolean {
  return !/^[❯>●]/.test(line) && (/Do you want|Would you like|quick safety check/i.test(line) || line.endsWith('?'));
}
