import type { WriteStream } from 'node:tty';
import type { Display } from '../renderers/tty/live-area.js';

const USUAL_SIZE = { columns: 80, rows: 24 };

/** A stream as something to draw on; a terminal that does not know its size has the usual one. */
export function terminalDisplay(stream: NodeJS.WriteStream & Partial<Pick<WriteStream, 'columns' | 'rows'>>): Display {
  return {
    get columns() {
      return stream.columns || USUAL_SIZE.columns;
    },
    get rows() {
      return stream.rows || USUAL_SIZE.rows;
    },
    write: (text) => void stream.write(text),
  };
}
