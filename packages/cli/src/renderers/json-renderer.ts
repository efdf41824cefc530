import type { Renderer } from './renderer.js';

/** One JSON event per line on stdout; the last is `session.finished`. */
export function jsonRenderer(write: (text: string) => void): Renderer {
  return { onEvent: (event) => write(`${JSON.stringify(event)}\n`) };
}
