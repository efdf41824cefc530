/** Undoes what a program may have done to a terminal: other screen, mouse, pasting, keys, scrolling, colours, cursor. */
export const RESET_TERMINAL = [
  '\x1b[?1049l',
  '\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l',
  '\x1b[?1004l\x1b[?2004l\x1b[?2026l',
  '\x1b[?1l\x1b>\x1b[<u\x1b[>4;0m',
  '\x1b[r\x1b[?6l\x1b[?7h\x1b[4l',
  '\x1b(B\x0f\x1b[0m',
  '\x1b[?25h\x1b[0 q',
].join('');

export const CLEAR_SCREEN = '\x1b[2J\x1b[H';
export const BELL = '\x07';

export function cursorTo(row: number): string {
  return `\x1b[${row};1H`;
}

/** Ctrl-] as terminals send it: plainly, or in the two forms that programs can ask for. */
const STEP_OUT = ['\x1d', '\x1b[93;5u', '\x1b[27;5;93~'];

/** Keys up to the first Ctrl-], and whether there was one. */
export function untilStepOut(keys: string): { readonly before: string; readonly stepsOut: boolean } {
  const places = STEP_OUT.map((sequence) => keys.indexOf(sequence)).filter((place) => place >= 0);
  if (places.length === 0) return { before: keys, stepsOut: false };
  return { before: keys.slice(0, Math.min(...places)), stepsOut: true };
}
