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
