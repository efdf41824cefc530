import { stripVTControlCharacters } from 'node:util';
import { type SessionStore, type SessionView, textWidth } from '@agentflow/core';
import { EXIT_CODES } from '../exit-codes.js';
import { fit } from '../renderers/tty/fit-text.js';
import { LiveArea } from '../renderers/tty/live-area.js';
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
  let last = '';
  try {
    await watchSession(store, id, (view) => {
      last = report(view);
      const lines = last.split('\n').slice(0, terminal.rows - 1);
      area.draw(lines.map((line) => oneRow(line, terminal.columns - 1)));
    });
  } finally {
    for (const signal of LEAVING) process.off(signal, leave);
    area.clear();
  }
  return last;
}

/** A line that is too long goes on without colours: what is cut off may have held their end. */
function oneRow(line: string, columns: number): string {
  return textWidth(line) <= columns ? line : fit(stripVTControlCharacters(line), columns);
}
