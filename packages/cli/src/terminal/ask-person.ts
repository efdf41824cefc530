import { createInterface, type Interface } from 'node:readline/promises';
import type { Answer, Orchestrator, SessionEvent } from '@agentflow/core';
import { plainText } from '../sessions/text-layout.js';

export type Waiting = Extract<SessionEvent, { type: 'task.waiting' }>;

export interface AskOptions {
  readonly input: NodeJS.ReadableStream;
  readonly write: (text: string) => void;
  readonly output: NodeJS.WritableStream;
  /** What can be done instead of answering. */
  readonly hint?: string;
  /** Ends the question without an answer. */
  readonly signal: AbortSignal;
  /** The open prompt, as long as there is one. */
  onPrompt?(lines: Interface | undefined): void;
  /** Called with what makes the question needless, while the prompt is still open. */
  onOver?(event: SessionEvent): void;
}

/** How a question ended: answered here, needed no more, or left open by Ctrl-D. */
type AskEnd = 'answered' | 'over' | 'left';

/** Asks a question of a task and hands the answer on. */
export async function askPerson(orchestrator: Orchestrator, waiting: Waiting, options: AskOptions): Promise<AskEnd> {
  const { taskId, question, kind } = waiting;
  const over = new AbortController();
  const left = new AbortController();
  const signal = AbortSignal.any([over.signal, options.signal, left.signal]);
  const release = orchestrator.onEvent((event) => {
    const isOver = event.type === 'session.finished' || ('taskId' in event && event.taskId === taskId);
    if (!isOver || event.type === 'task.waiting') return;
    options.onOver?.(event);
    over.abort();
  });
  const lines = createInterface({ input: options.input, output: options.output });
  // Ctrl-C must stop the session, as anywhere else.
  lines.on('SIGINT', () => {
    options.write('\n');
    process.kill(process.pid, 'SIGINT');
  });
  // After Ctrl-Z and fg, readline stays paused and leaves it to this event to go on.
  lines.on('SIGCONT', () => lines.resume());
  lines.once('close', () => left.abort());
  try {
    const hint = options.hint === undefined ? '' : `  (${options.hint})`;
    options.write(`\n${taskId} asks:${hint}\n\n${indent(plainText(question))}\n\n`);
    options.onPrompt?.(lines);
    const answer = await readAnswer((prompt) => lines.question(prompt, { signal }), kind);
    options.onPrompt?.(undefined);
    release();
    orchestrator.answer(taskId, answer);
    return 'answered';
  } catch {
    // Somebody else answered, the session was stopped, or the terminal is gone: the session knows.
    return left.signal.aborted && !over.signal.aborted && !options.signal.aborted ? 'left' : 'over';
  } finally {
    options.onPrompt?.(undefined);
    release();
    lines.close();
  }
}

async function readAnswer(read: (prompt: string) => Promise<string>, kind: Waiting['kind']): Promise<Answer> {
  if (kind === 'text') {
    const text = await read('Feedback to go on, Enter to finish, /reject to end the session: ');
    if (!/^\/reject(\s|$)/.test(text)) return { decision: 'approve', message: text };
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
