import { questionAt, type ScreenQuestion, screenLines } from '@agentflow/plugin-sdk';

/** The question that gemini's rendered screen puts to a person now. */
export function questionOn(screen: string): ScreenQuestion | undefined {
  const lines = screenLines(screen);
  const index = lines.findLastIndex((line) => ASKING.test(line));
  const isAsking = CONFIRMING.test(screen) || (index >= 0 && !BUSY.test(screen));
  return isAsking ? questionAt(lines, index, 'Gemini CLI waits for a confirmation.') : undefined;
}

const CONFIRMING = /waiting for user confirmation/i;
/** In claude "esc to cancel" means the opposite: waiting. Gemini hides it while it waits. */
const BUSY = /esc to cancel/i;
/** Not behind `>`, where the person's own words stand. */
const ASKING = /^(?!>).*(Apply this change|Allow execution|Do you want to proceed|Do you trust)/;
