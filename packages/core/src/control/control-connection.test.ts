import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TerminalSize, TerminalViewer } from '../orchestrator/engine/attempt.js';
import { ControlConnection } from './control-connection.js';
import type { Controlled } from './controlled.js';

/** A session with one terminal that prints as soon as somebody has changed its size. */
class Talkative implements Partial<Controlled> {
  readonly sizes: (TerminalSize | null)[] = [];
  onAttached: () => void = () => {};

  attach(_taskId: string, viewer: TerminalViewer, size: TerminalSize | null) {
    this.sizes.push(size);
    this.onAttached();
    const resize = () => {
      for (let count = 0; count < 64; count++) viewer.bytes(Buffer.alloc(64 * 1024));
    };
    return { type: () => {}, resize, detach: () => {} };
  }
}

test.each([
  ['the size it has now', { columns: 80, rows: 24 }, { columns: 100, rows: 30 }],
  ['no size, if it only looks', null, null],
])('a viewer that fell behind is attached again with %s', async (_what, first, second) => {
  const folder = mkdtempSync(join(tmpdir(), 'agentflow-control-'));
  const session = new Talkative();
  const server = createServer((socket) => new ControlConnection(socket, session as unknown as Controlled));
  await new Promise<void>((resolve) => server.listen(join(folder, 'control.sock'), resolve));
  const socket = connect(join(folder, 'control.sock'));
  const attachedTwice = new Promise<void>((resolve) => {
    session.onAttached = () => session.sizes.length === 2 && resolve();
  });
  socket.write(`${JSON.stringify({ command: 'attach', taskId: 'a', size: first })}\n`);
  socket.write(`${JSON.stringify({ command: 'resize', columns: 100, rows: 30 })}\n`);
  socket.resume();
  await attachedTwice;
  expect(session.sizes).toEqual([first, second]);
  socket.destroy();
  server.close();
  rmSync(folder, { recursive: true });
});
