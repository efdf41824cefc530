import { paintFor } from './paint.js';
import { withoutCommands } from './renderers/ci-commands.js';
import { ciGroup } from './renderers/ci-groups.js';
import { ciRenderer } from './renderers/ci-renderer.js';
import { jsonRenderer } from './renderers/json-renderer.js';
import { plainRenderer } from './renderers/plain-renderer.js';
import type { ProgressKind, Renderer } from './renderers/renderer.js';

/** A person at a terminal gets the progress view; a pipe, a log, a dumb terminal and CI get one line for every change. */
export function progressKind(
  asked: ProgressKind,
  isTerminal: boolean,
  environment: NodeJS.ProcessEnv = process.env,
): Exclude<ProgressKind, 'auto'> {
  if (asked === 'tty') return isTerminal ? 'tty' : 'plain';
  if (asked !== 'auto') return asked;
  const isCi = Boolean(environment.CI) && environment.CI !== 'false' && environment.CI !== '0';
  return isTerminal && environment.TERM && environment.TERM !== 'dumb' && !isCi ? 'tty' : 'plain';
}

/** Progress of a session of the project in that folder: to stderr, since stdout is for data; JSON events are data. */
export function createRenderer(kind: Exclude<ProgressKind, 'auto' | 'tty'>, folder: string): Renderer {
  switch (kind) {
    case 'json':
      return jsonRenderer((text) => process.stdout.write(text));
    case 'quiet':
      return {};
    case 'plain':
      return linesRenderer((text) => void process.stderr.write(text), folder);
  }
}

function linesRenderer(write: (text: string) => void, folder: string): Renderer {
  const lines = plainRenderer((text) => write(withoutCommands(text)), { paint: paintFor(process.stderr), folder });
  const group = ciGroup();
  return group ? ciRenderer(lines, group, write) : lines;
}
