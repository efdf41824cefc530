import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ControlServer, openControl } from './control-server.js';
import type { Controlled } from './controlled.js';
import { LONGEST_REQUEST } from './protocol.js';

let folder: string;
let server: ControlServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agentflow-control-'));
  server = await openControl(join(folder, 'control.sock'), {} as Controlled);
});
afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

function talk(): Socket {
  const socket = connect(join(folder, 'control.sock'));
  socket.on('error', () => socket.destroy());
  return socket.resume();
}

test('WHEN 65 connect THEN 64 are let in, and one that leaves makes room', async () => {
  const sockets = Array.from({ length: 65 }, talk);
  const closed = () => sockets.filter((socket) => socket.closed).length;
  await expect.poll(closed).toBe(1);
  const replies = sockets.filter((socket) => !socket.closed).map((socket) => once(socket, 'data'));
  for (const socket of sockets) if (!socket.closed) socket.write('hello\n');
  expect(await Promise.all(replies)).toHaveLength(64);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => replyOf(talk())).toContain('"ok":false');
});

test('WHEN a request does not end within 4 MB THEN its connection is closed', async () => {
  const socket = talk();
  socket.write('x'.repeat(LONGEST_REQUEST));
  expect(await replyOf(socket, '\n')).toContain('"ok":false');
  socket.write('x'.repeat(LONGEST_REQUEST + 1));
  await once(socket, 'close');
});

/** What is answered to a request; empty when the connection is closed. */
function replyOf(socket: Socket, request = 'hello\n'): Promise<string> {
  return new Promise((resolve) => {
    socket.once('data', (bytes) => resolve(String(bytes)));
    socket.once('close', () => resolve(''));
    socket.write(request);
  });
}
