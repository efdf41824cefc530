import { type Paint, PLAIN } from '@agentflow/core';
import { wantsColor } from './wants-color.js';

const sgr = (open: number, close: number) => (text: string) => `\x1b[${open}m${text}\x1b[${close}m`;

/** Colours for text on a stream, or none where they are not wanted. */
export function paintFor(stream: { isTTY?: boolean }): Paint {
  if (!wantsColor(stream)) return PLAIN;
  return { place: sgr(1, 22), error: sgr(31, 39), warning: sgr(33, 39), dim: sgr(2, 22), good: sgr(32, 39) };
}
