import { chmodSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { Bench, stages } from '../core/bench.js';
import { answer } from '../nodes/agent-node.js';
import { Fault } from './report.js';

/** A session at work, and what the test does to its socket meanwhile; afterwards it has to end as if nothing had been. */
async function disturb(fault: Fault, act: (socket: string) => Promise<void>): Promise<void> {
  await using bench = await Bench.create();
  const [talk, work] = [bench.agent('talk', { executionMode: 'interactive' }), bench.agent('work')];
  await bench.write(stages([talk.task], [work.task]));
  const run = bench.run();
  const talking = await talk.nextLaunch();
  const socket = bench.file('control.sock');
  await act(socket);
  await fault.try(async () => {
    expect((await bench.rig.run(['send', 's1', 'talk', 'hello'])).code).toBe(0);
    expect(await talking.received()).toBe('hello');
    await talking.exit(0);
    await answer(await work.nextLaunch(), 'Done.');
    expect((await run.exited).code).toBe(0);
    expect(statSync(socket, { throwIfNoEntry: false })).toBeUndefined();
  });
}

test('row 24: WHEN a session runs THEN its socket is 0600 in a 0700 folder', async () => {
  const fault = new Fault(24, 'modes of the control socket');
  await disturb(fault, async (socket) => {
    const modes = [socket, dirname(socket)].map((path) => (statSync(path).mode & 0o777).toString(8));
    await fault.try(async () => expect(modes).toEqual(['600', '700']));
  });
});

test.runIf(process.getuid?.() === 0)('row 24: WHEN another user connects THEN it is refused', async () => {
  const fault = new Fault(24, 'another user at the control socket');
  await disturb(fault, async (socket) => {
    // Everybody may enter the folders above, so that nothing but the session keeps the stranger out.
    for (const up of ['..', '../..', '../../..', '../../../..']) chmodSync(join(dirname(socket), up), 0o755);
    await using stranger = await Bench.create();
    const script = `process.setgid(65534); process.setuid(65534); require('node:net').connect(${JSON.stringify(socket)})
      .on('connect', () => { console.log('connected'); process.exit(); }).on('error', ({ code }) => console.log(code))`;
    await fault.try(async () => {
      expect((await stranger.rig.spawn(process.execPath, ['-e', script]).exited).stdout).toBe('EACCES\n');
    });
  });
});

const GARBAGE: readonly (string | Buffer)[] = [
  '\n',
  'hello\n',
  '{"command":"fly"}\n',
  '{"command":"attach","taskId":7}\n',
  '[]\n',
  'null\n',
  '{"__proto__":{"command":"status"}}\n',
  Buffer.from([0, 255, 10, 1, 2, 3]),
];
const IGNORED: readonly string[] = [
  '',
  '{"command":"send","taskId":"talk","te',
  '{"command":"type","keys":"x"}\n{"command":"resize","columns":9,"rows":9}\n',
  'x'.repeat(1_000_000),
];

test('row 24: WHEN garbage or half a message comes THEN it is refused or ignored, and the session is unharmed', async () => {
  const fault = new Fault(24, 'garbage or half a message to the control socket');
  await disturb(fault, async (socket) => {
    await fault.tryEach(GARBAGE, async (text) => {
      expect(JSON.parse(await talkTo(socket, text))).toMatchObject({ ok: false });
    });
    await fault.tryEach(IGNORED, async (text) => {
      expect(await talkTo(socket, text)).not.toContain('"ok":true');
    });
  });
});

test('row 24: WHEN 1,000 connections come at once THEN the session is unharmed', async () => {
  const fault = new Fault(24, '1,000 connections to the control socket');
  await disturb(fault, async (socket) => {
    const sockets = await Promise.all(Array.from({ length: 1000 }, () => open(socket)));
    expect(sockets.length).toBe(1000);
    for (const each of sockets) each.destroy();
  });
});

/** Connects, writes, and tells what came until the other side closed. */
function talkTo(path: string, text: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect(path);
    socket.on('connect', () => socket.end(text));
    socket.on('data', (bytes) => {
      heard += bytes.toString();
    });
    socket.on('error', () => resolve(heard));
    socket.on('close', () => resolve(heard));
  });
}

function open(path: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.on('error', () => socket.destroy());
    socket.once('connect', () => resolve(socket));
    socket.once('close', () => resolve(socket));
  });
}
