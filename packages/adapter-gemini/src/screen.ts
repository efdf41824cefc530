import { questionAt, type ScreenQuestion, screenLines } from '@agentflow/plugin-sdk';

/** The question that gemini's rendered screen puts to a person now. */
export function questionOn(screen: string): ScreenQuestion | undefined {
  const lines = screenLines(screen);
  const end = endOfQuestion(lines);
  if (end === undefined) return undefined;
  return questionAt(lines, lines.slice(0, end).findLastIndex(isQuestion), 'Gemini CLI waits for a confirmation.');
}

/**
 * Where the answers to a question begin. An open dialog takes the place of the line to type in, which begins with
 * `>`: the last mark stands before one of its choices, or in a line of its own to type in, with keys explained below.
 * Words alone tell nothing: the agent itself may say "Do you want to proceed?".
 */
function endOfQuestion(lines: readonly string[]): number | undefined {
  // An answered dialog stands there until gemini has started anew.
  if (RESTARTING.test(lines.findLast((line) => line !== '') ?? '')) return undefined;
  const cursor = lines.findLastIndex((line) => CURSOR.test(line));
  if (CHOICE.test(lines[cursor] ?? '')) return cursor;
  const keys = lines.findLastIndex((line) => SUBMITTING.test(line));
  if (cursor >= 0 && keys > cursor) return keys;
  return lines.some((line) => CONFIRMING.test(line)) ? lines.length : undefined;
}

const RESTARTING = /^Gemini CLI is restarting\b/;
const CURSOR = /^(>|● \d+\. )/;
const CHOICE = /^●/;
const SUBMITTING = /^\(?(Press )?Enter to submit\b/;
/** Behind a spinner. */
const CONFIRMING = /^[⠀-⣿] ?waiting for user confirmation/i;

/** Not behind `>`, where the person's own words stand, nor behind `✦`, where the agent's do. */
function isQuestion(line: string): boolean {
  return !/^[>✦]/.test(line) && (ASKING.test(line) || line.endsWith('?'));
}

const ASKING = /Apply this change|Allow execution|Do you want to proceed|Do you trust/;
