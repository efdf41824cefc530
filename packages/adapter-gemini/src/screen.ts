import { questionAt, type ScreenQuestion, screenLines } from '@agentflow/plugin-sdk';

/** The question that gemini's rendered screen puts to a person now. */
export function questionOn(screen: string): ScreenQuestion | undefined {
  const lines = screenLines(screen);
  const cursor = lines.findLastIndex((line) => CURSOR.test(line));
  const isAsking = CHOICE.test(lines[cursor] ?? '') || lines.some((line) => CONFIRMING.test(line));
  const asking = lines.findLastIndex((line) => ASKING.test(line));
  return isAsking ? questionAt(lines, asking, 'Gemini CLI waits for a confirmation.') : undefined;
}

/**
 * An open dialog takes the place of the line to type in, which begins with `>`: the last mark stands before one of
 * its choices. Words alone tell nothing: the agent itself may say "Do you want to proceed?".
 */
const CURSOR = /^(>|● \d+\. )/;
const CHOICE = /^●/;
/** Behind a spinner. */
const CONFIRMING = /^[⠀-⣿] ?waiting for user confirmation/i;

/** Not behind `>`, where the person's own words stand, nor behind `✦`, where the agent's do. */
const ASKING = /^(?![>✦]).*(Apply this change|Allow execution|Do you want to proceed|Do you trust)/;
