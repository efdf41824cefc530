import { clearLine, cursorTo } from 'node:readline';
import { createInterface, type Interface } from 'node:readline/promises';
import type { Answer, Orchestrator, SessionEvent } from '@agentflow/core';
import type { Attendance } from './run-session.js';

type Waiting = Extract<SessionEvent, { type: 'task.waiting' }>;

/** The person at this terminal: asked what tasks want to know, one question after the other. */
export class Person implements Attendance {
  readonly #orchestrator: Orchestrator;
  #lines: Interface | undefined;

  constructor(orchestrator: Orchestrator) {
    this.#orchestrator = orchestrator;
    let last = Promise.resolve();
    orchestrator.onEvent((event) => {
      if (event.type !== 'task.waiting' || event.kind === 'terminal') return;
      last = last.then(() => this.#ask(event));
    });
  }

  /** Lets something else be written while a question is open: its line goes, and comes back below with what was typed. */
  show(write: () => void): void {
    if (!this.#lines) return write();
    clearLine(process.stderr, 0);
    cursorTo(process.stderr, 0);
    write();
    this.#lines.prompt(true);
  }

  leave(): void {
    this.#lines?.close();
  }

  async #ask({ taskId, question, kind }: Waiting): Promise<void> {
    const answeredElsewhere = new AbortController();
    const release = this.#orchestrator.onEvent((event) => {
      const isOver = event.type === 'session.finished' || ('taskId' in event && event.taskId === taskId);
      if (isOver && event.type !== 'task.waiting') answeredElsewhere.abort();
    });
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    // Ctrl-C must stop the session, as anywhere else.
    lines.on('SIGINT', () => {
      process.stderr.write('\n');
      process.kill(process.pid, 'SIGINT');
    });
    try {
      process.stderr.write(`\n${taskId} asks:\n\n${indent(question)}\n\n`);
      this.#lines = lines;
      const answer = await readAnswer((prompt) => lines.question(prompt, { signal: answeredElsewhere.signal }), kind);
      this.#lines = undefined;
      this.#orchestrator.answer(taskId, answer);
    } catch {
      // Somebody else answered, the session was stopped, or the terminal is gone: the session knows.
    } finally {
      this.#lines = undefined;
      release();
      lines.close();
    }
  }
}

async function readAnswer(read: (prompt: string) => Promise<string>, kind: Waiting['kind']): Promise<Answer> {
  if (kind === 'text') {
    const text = await read('Feedback to go on, Enter to finish, /reject to end the session: ');
    if (!text.startsWith('/reject')) return { decision: 'approve', message: text };
    return { decision: 'reject', message: text.slice('/reject'.length).trim() };
  }
  for (;;) {
    const [word = '', ...words] = (await read('Approve? y or n, and a message if you like: ')).trim().split(/\s+/);
    const message = words.join(' ');
    if (/^(y|yes|approve)$/i.test(word)) return { decision: 'approve', message };
    if (/^(n|no|reject)$/i.test(word)) return { decision: 'reject', message };
  }
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}
