import { clearLine, cursorTo } from 'node:readline';
import type { Interface } from 'node:readline/promises';
import type { Orchestrator } from '@agentflow/core';
import type { Attendance } from './run-session.js';
import { askPerson } from './terminal/ask-person.js';

/** The person at a terminal that only gets lines: asked what tasks want to know, one question after the other. */
export class Person implements Attendance {
  readonly #leaving = new AbortController();
  #lines: Interface | undefined;

  constructor(orchestrator: Orchestrator) {
    const options = {
      input: process.stdin,
      output: process.stderr,
      write: (text: string) => void process.stderr.write(text),
      signal: this.#leaving.signal,
      onPrompt: (lines: Interface | undefined) => {
        this.#lines = lines;
      },
    };
    let last: Promise<unknown> = Promise.resolve();
    orchestrator.onEvent((event) => {
      if (event.type !== 'task.waiting' || event.kind === 'terminal') return;
      last = last.then(async () => {
        // There is no other view to leave it for.
        while ((await askPerson(orchestrator, event, options)) === 'left' && !process.stdin.readableEnded);
      });
    });
  }

  /** While a question is open its line goes, and comes back below with what was typed. */
  show(write: () => void): void {
    if (!this.#lines) return write();
    clearLine(process.stderr, 0);
    cursorTo(process.stderr, 0);
    write();
    this.#lines.prompt(true);
  }

  async leave(): Promise<void> {
    this.#leaving.abort();
  }
}
