import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { plainText } from '../sessions/text-layout.js';
import type { CiGroup } from './ci-groups.js';
import type { LogPlaces, Renderer } from './renderer.js';

/** More of a log than this is in the artifacts of a session, not in the log of a CI. */
const MOST_BYTES = 256 * 1024;

/** A renderer of lines with, after the end of each task, what the task printed, folded away. */
export function ciRenderer(lines: Renderer, group: CiGroup, write: (text: string) => void): Renderer {
  let logs: LogPlaces | undefined;
  return {
    begin: (places) => {
      logs = places;
      lines.begin?.(places);
    },
    onEvent: (event, session) => {
      lines.onEvent?.(event, session);
      if (event.type !== 'task.finished' || !logs) return;
      const text = readTail(logs.logFile(event.taskId, event.attempt));
      if (text === '') return;
      const title = `${event.taskId}: output`;
      write(`${group.open(title)}${text.endsWith('\n') ? text : `${text}\n`}${group.close(title)}`);
    },
    close: (session) => lines.close?.(session),
  };
}

function readTail(file: string): string {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const { size } = fstatSync(descriptor);
      const bytes = Buffer.alloc(Math.min(size, MOST_BYTES));
      readSync(descriptor, bytes, 0, bytes.length, size - bytes.length);
      const left = size > bytes.length ? `[${size - bytes.length} bytes left out]\n` : '';
      return left + plainText(bytes.toString('utf8'));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // It printed nothing.
    return '';
  }
}
