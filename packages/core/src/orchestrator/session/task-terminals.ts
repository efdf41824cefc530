import type { AttachedTerminal } from '../../control/controlled.js';
import type { TerminalSize, TerminalViewer } from '../engine/attempt.js';
import type { TaskTerminal } from '../engine/workflow-executor.js';

/** Lets people into the terminals of tasks, several at once. A terminal is as large as the smallest that shows it. */
export class TaskTerminals {
  readonly #terminalOf: (taskId: string) => TaskTerminal;
  readonly #sizes = new Map<string, Set<{ size: TerminalSize }>>();

  constructor(terminalOf: (taskId: string) => TaskTerminal) {
    this.#terminalOf = terminalOf;
  }

  /** Without a size one only looks. */
  attach(taskId: string, viewer: TerminalViewer, size: TerminalSize | null): AttachedTerminal {
    const terminal = this.#terminalOf(taskId);
    const seat = size && { size };
    const seats = this.#sizes.get(taskId) ?? new Set();
    const leave = () => {
      if (seat && seats.delete(seat)) this.#fit(taskId, terminal);
      if (seats.size === 0) this.#sizes.delete(taskId);
    };
    const end = terminal.watch({
      bytes: (bytes) => viewer.bytes(bytes),
      ended: (usedRows) => {
        leave();
        viewer.ended(usedRows);
      },
    });
    if (!end) throw new Error(`Task "${taskId}" has no terminal: only an interactive agent has one.`);
    if (seat) this.#sizes.set(taskId, seats.add(seat));
    this.#fit(taskId, terminal);
    return {
      type: (keys) => {
        if (seat) terminal.type(keys);
      },
      resize: (changed) => {
        if (!seat) return;
        seat.size = changed;
        this.#fit(taskId, terminal);
      },
      detach: () => {
        end();
        leave();
      },
    };
  }

  #fit(taskId: string, terminal: TaskTerminal): void {
    const sizes = [...(this.#sizes.get(taskId) ?? [])].map(({ size }) => size);
    if (sizes.length === 0) return;
    const columns = Math.min(...sizes.map((size) => size.columns));
    const rows = Math.min(...sizes.map((size) => size.rows));
    terminal.resize({ columns, rows });
  }
}
