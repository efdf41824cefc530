import { paintFor } from './paint.js';
import { jsonRenderer } from './renderers/json-renderer.js';
import { plainRenderer } from './renderers/plain-renderer.js';
import type { ProgressKind, Renderer } from './renderers/renderer.js';

/** Progress goes to stderr, since stdout is for data; JSON events are data. */
export function createRenderer(kind: ProgressKind): Renderer {
  switch (kind) {
    case 'json':
      return jsonRenderer((text) => process.stdout.write(text));
    case 'quiet':
      return {};
    case 'auto':
    case 'tty':
    case 'plain':
      return plainRenderer((text) => process.stderr.write(text), paintFor(process.stderr));
  }
}
