import { plainText } from '../sessions/text-layout.js';
import { readTail, type Tail } from './read-tail.js';

const FIRST_BYTES = 16 * 1024;
const MOST_BYTES = 1024 * 1024;
const WIDEST = 200;

/** The last lines of a log as they may be shown on any terminal; of one printed over itself, what was printed last. */
export function lastLines(file: string, count: number): string[] {
  const lines = (tailOf(file, count)?.text ?? '').split('\n').map(lineOf);
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1;
  return lines.slice(Math.max(0, end - count), end);
}

/** As much as holds so many lines; of lines without end, the last of them. */
function tailOf(file: string, count: number): Tail | undefined {
  for (let bytes = FIRST_BYTES; ; bytes *= 4) {
    const tail = readTail(file, bytes);
    const isEnough = !tail || tail.left === 0 || bytes >= MOST_BYTES;
    if (isEnough || tail.text.trimEnd().split('\n').length > count) return tail;
  }
}

function lineOf(printed: string): string {
  const last = printed.split('\r').findLast((part) => part.trim() !== '') ?? '';
  const line = plainText(last).trimEnd();
  return line.length <= WIDEST ? line : `${line.slice(0, WIDEST - 1)}…`;
}
