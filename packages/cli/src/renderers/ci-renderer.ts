import { plainText } from '../sessions/text-layout.js';
import type { CiGroup } from './ci-groups.js';
import { readTail } from './read-tail.js';
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
      const text = outputOf(logs.logFile(event.taskId, event.attempt));
      if (text === '') return;
      const title = `${event.taskId}: output`;
      write(`${group.open(title)}${text.endsWith('\n') ? text : `${text}\n`}${group.close(title)}`);
    },
    close: (session) => lines.close?.(session),
  };
}

/** Nothing where the task printed nothing. */
function outputOf(log: string): string {
  const tail = readTail(log, MOST_BYTES);
  if (!tail) return '';
  const left = tail.left > 0 ? `[${tail.left} bytes left out]\n` : '';
  return left + plainText(tail.text);
}
