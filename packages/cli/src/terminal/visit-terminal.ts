import { StringDecoder } from 'node:string_decoder';
import type { AttachedTerminal, TerminalSize, TerminalViewer } from '@agentflow/core';
import { fit } from '../renderers/tty/fit-text.js';
import { HintRow } from './hint-row.js';
import { CLEAR_SCREEN, cursorTo, RESET_TERMINAL } from './sequences.js';
import { type StepOutKey, untilStepOut } from './step-out-key.js';
import type { Terminal } from './terminal.js';

/** How a visit to a task's terminal ended. */
export type VisitEnd = 'stepped-out' | 'task-ended' | 'connection-lost';

export interface VisitRequest {
  readonly taskId: string;
  readonly terminal: Terminal;
  readonly stepOutKey: StepOutKey;
  /** What the key leads to, as the words after it. */
  readonly leadsTo: string;
  readonly isReadOnly?: boolean;
  /** Steps in; throws when the task cannot be entered. */
  open(viewer: Viewer, size: TerminalSize): AttachedTerminal | Promise<AttachedTerminal>;
  /** Ends the visit from outside. */
  readonly signal?: AbortSignal;
}

export interface Viewer extends TerminalViewer {
  again(): void;
  lost(): void;
}

/** Puts a person into the terminal of a task: bytes both ways, until the task ends or the key to step out is pressed. */
export async function visitTerminal(request: VisitRequest): Promise<VisitEnd> {
  const { terminal, signal, stepOutKey } = request;
  let settle: (end: VisitEnd, usedRows?: number) => void = () => {};
  const ended = new Promise<{ end: VisitEnd; usedRows?: number | undefined }>((resolve) => {
    settle = (end, usedRows) => resolve({ end, usedRows });
  });
  const hint = new HintRow(() => ({ text: fit(hintWords(request), terminal.columns - 1), row: terminal.rows }));
  const enter = () => {
    terminal.keepScreen();
    terminal.isForeign = true;
    terminal.write(`${RESET_TERMINAL}${CLEAR_SCREEN}${hint.drawing}`);
  };
  let isFirst = true;
  terminal.prepare();
  const attached = await request.open(
    {
      bytes: (bytes) => {
        if (isFirst) enter();
        isFirst = false;
        terminal.write(hint.within(bytes));
      },
      again: enter,
      ended: (usedRows) => settle('task-ended', usedRows),
      lost: () => settle('connection-lost'),
    },
    terminal.size,
  );
  const decoder = new StringDecoder('utf8');
  terminal.claim((bytes) => {
    hint.forget();
    const { before, stepsOut } = untilStepOut(decoder.write(bytes), stepOutKey);
    if (before !== '') attached.type(before);
    if (stepsOut) settle('stepped-out');
  });
  const release = terminal.onResize(() => attached.resize(terminal.size));
  const abort = () => settle('stepped-out');
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  const { end, usedRows } = await ended;
  signal?.removeEventListener('abort', abort);
  release();
  attached.detach();
  terminal.release();
  if (!isFirst) terminal.write(farewell(end, usedRows));
  terminal.isForeign = false;
  return end;
}

/** The key comes first: where there is no room, it matters more than the name. */
function hintWords({ taskId, stepOutKey, leadsTo, isReadOnly }: VisitRequest): string {
  return ` ${stepOutKey.name} ${leadsTo} · ${taskId}${isReadOnly ? ' (read-only)' : ''} `;
}

/** The last screen of a program that ended stays readable; one that goes on makes room. */
function farewell(end: VisitEnd, usedRows = 0): string {
  if (end !== 'task-ended') return `${RESET_TERMINAL}${CLEAR_SCREEN}`;
  return `${RESET_TERMINAL}${cursorTo(Math.max(1, usedRows))}${usedRows > 0 ? '\r\n' : ''}\x1b[J`;
}
