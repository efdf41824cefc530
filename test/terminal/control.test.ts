import { statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Bench, stages } from '../core/bench.js';

const socketOf = (bench: Bench) => bench.file('control.sock');

/** Connects, writes, and tells what came until the other side closed; null when it was not let in. */
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

describe('row 24: the control socket', () => {
  test('WHEN a session runs THEN its socket is 0600 in a 0700 folder', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('work');
    await bench.write(stages([agent.task]));
    const run = bench.run();
    const working = await agent.nextLaunch();
    const modes = [socketOf(bench), dirname(socketOf(bench))].map((path) => (statSync(path).mode & 0o777).toString(8));
    expect(modes).toEqual(['600', '700']);
    await working.say('Done.');
    await working.exit(0);
    expect((await run.exited).code).toBe(0);
    expect(statSync(socketOf(bench), { throwIfNoEntry: false })).toBeUndefined();
  });

  test.runIf(process.getuid?.() === 0)('WHEN another user connects THEN it is refused', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('work');
    await bench.write(stages([agent.task]));
    const run = bench.run();
    const working = await agent.nextLaunch();
    const script = `process.setuid(65534); require('node:net').connect(${JSON.stringify(socketOf(bench))}).on('error', ({ code }) => console.log(code))`;
    expect((await bench.rig.spawn(process.execPath, ['-e', script]).exited).stdout).toBe('EACCES\n');
    await working.say('Done.');
    await working.exit(0);
    expect((await run.exited).code).toBe(0);
  });

  test('WHEN garbage, wrong requests, half a message and 1,000 connections come THEN the session is unharmed', async () => {
    await using bench = await Bench.create();
    const [agent, work] = [bench.agent('talk', { executionMode: 'interactive' }), bench.agent('work')];
    await bench.write(stages([agent.task], [work.task]));
    const run = bench.run();
    const talking = await agent.nextLaunch();
    const path = socketOf(bench);
    for (const text of [
      '\n',
      'hello\n',
      '{"command":"fly"}\n',
      '{"command":"attach","taskId":7}\n',
      '[]\n',
      'null\n',
    ]) {
      expect(JSON.parse(await talkTo(path, text))).toMatchObject({ ok: false });
    }
    expect(await talkTo(path, Buffer.from([0, 255, 10, 1, 2, 3]))).toContain('"ok":false');
    expect(await talkTo(path, '{"command":"type","keys":"x"}\n{"command":"resize","columns":9,"rows":9}\n')).toBe('');
    expect(await talkTo(path, '{"command":"send","taskId":"talk","te')).toBe('');
    const sockets = await Promise.all(Array.from({ length: 1000 }, () => open(path)));
    for (const socket of sockets) socket.destroy();
    expect((await bench.rig.run(['send', 's1', 'talk', 'hello'])).code).toBe(0);
    expect(await talking.received()).toBe('hello');
    await talking.exit(0);
    const working = await work.nextLaunch();
    await working.say('Done.');
    await working.exit(0);
    expect((await run.exited).code).toBe(0);
  });
});
