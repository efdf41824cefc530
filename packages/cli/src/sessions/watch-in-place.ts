import { stripVTControlCharacters } from 'node:util';
import { type SessionStore, type SessionView, textWidth } from '@agentflow/core';
import { EXIT_CODES } from '../exit-codes.js';
import { fit } from '../renderers/tty/fit-text.js';
import { LiveArea } from '../renderers/tty/live-area.js';
import { isInForeground } from '../terminal/foreground.js';
import { shareTerminal } from '../terminal/job-control.js';
import { readKeys } from '../terminal/read-keys.js';
import { Terminal } from '../terminal/terminal.js';
import { watchSession } from './watch-session.js';

const LEAVING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Draws the report of a session in one place, as much as fits, until no process runs it. Returns the last one whole. */
export async function watchInPlace(
  store: SessionStore,
  id: string,
  report: (view: SessionView) => string,
): Promise<string> {
  const terminal = new Terminal({ input: process.stdin, output: process.stdout });
  const area = new LiveArea(terminal);
  // Whoever stops looking gets the cursor back.
  const leave = (signal: (typeof LEAVING)[number]) => {
    area.keep();
    process.exit(EXIT_CODES[signal]);
  };
  for (const signal of LEAVING) process.on(signal, leave);
  let [last, isAway] = ['', false];
  const draw = () => {
    const lines = last.split('\n').slice(0, terminal.rows - 1);
    if (!isAway) area.draw(lines.map((line) => oneRow(line, terminal.columns - 1)));
  };
  const release = shareTerminal({
    leave: () => {
      isAway = true;
      area.clear();
      terminal.release();
    },
    comeBack: () => {
      isAway = false;
      takeKeys(terminal);
      draw();
    },
  });
  takeKeys(terminal);
  try {
    await watchSession(store, id, (view) => {
      last = report(view);
      draw();
    });
  } finally {
    for (const signal of LEAVING) process.off(signal, leave);
    release();
    if (!isAway) terminal.release();
    area.clear();
  }
  return last;
}

/** Keys would be written into the report, and Enter would move it. */
function takeKeys(terminal: Terminal): void {
  if (!process.stdin.isTTY || !isInForeground()) return;
  terminal.claim((bytes) => {
    for (const key of readKeys(bytes.toString('utf8'))) {
      if (key === 'ctrl-c') process.kill(process.pid, 'SIGINT');
      if (key === 'ctrl-z') process.kill(process.pid, 'SIGTSTP');
    }
  });
}

/** A line that is too long goes on without colours: what is cut off may have held their end. */
function oneRow(line: string, columns: number): string {
  return textWidth(line) <= columns ? line : fit(stripVTControlCharacters(line), columns);
}
