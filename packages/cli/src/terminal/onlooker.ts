import type { TtyRenderer } from '../renderers/tty/tty-renderer.js';
import type { Attendance } from '../run-session.js';
import { shareTerminal } from './job-control.js';

/** Somebody who sees the progress view and cannot be asked. */
export class Onlooker implements Attendance {
  readonly #release: () => void;

  constructor(renderer: TtyRenderer) {
    this.#release = shareTerminal({ leave: () => renderer.suspend(), comeBack: () => renderer.resume() });
  }

  show(write: () => void): void {
    write();
  }

  async leave(): Promise<void> {
    this.#release();
  }
}
