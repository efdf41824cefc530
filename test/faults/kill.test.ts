import { existsSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { seeded } from '../rig/random.js';
import type { ProcessResult, RunningProcess } from '../rig/running-process.js';
import { TestRig } from '../rig/test-rig.js';
import { markedSleep, noneLeft, processesWith, running } from './marked-processes.js';
import { Fault } from './report.js';
import { SessionFiles } from './session-files.js';
import { until } from './wait.js';
import { chain, type NodeFields, workflow } from './workflows.js';

const KILL_AT_CHANGE = fileURLToPath(new URL('../plugins/kill-at-change.js', import.meta.url));

test('row 1: WHEN agentflow is killed in b of a→b→c THEN a resume runs a once, b twice and c once', async () => {
  await using rig = await TestRig.create();
  const sleep = markedSleep();
  const b = `echo b >> ran; test -e go || ${sleep}`;
  const nodes = chain([
    { id: 'a', bash: 'echo a >> ran' },
    { id: 'b', bash: b },
    { id: 'c', bash: 'echo c >> ran' },
  ]);
  await rig.write({ 'flow.yaml': workflow(nodes) });
  await new Fault(1, 'kill -9 in b of a→b→c, resume').try(async () => {
    const run = rig.agentflow('run flow.yaml --session-id one');
    await running(sleep);
    run.kill('SIGKILL');
    await run.exited;
    await rig.write({ go: '' });
    const resume = await rig.run('resume one');
    expect(resume).toMatchObject({ code: 0 });
    expect(readFileSync(rig.path('ran'), 'utf8')).toBe('a\nb\nb\nc\n');
    const session = new SessionFiles(rig, 'one');
    expect(session.starts()).toEqual({ a: 1, b: 2, c: 1 });
    expect(session.leftovers()).toEqual([]);
  });
});

test('row 1: WHEN a task outlives agentflow and its reaper THEN a resume at once ends it before it starts it again', async () => {
  await using rig = await TestRig.create();
  const sleep = markedSleep();
  const first = `trap '' TERM INT HUP; ${sleep} & echo $! > pid; wait`;
  // A zombie, which waits for whoever inherited it, has no command line any more.
  const again = 'grep -qs sleep /proc/$(cat pid)/cmdline && echo alive > first || echo gone > first';
  const bash = `if test -e go; then ${again}; else ${first}; fi`;
  await rig.write({ 'flow.yaml': workflow([{ id: 'stubborn', bash }]) });
  await new Fault(1, 'kill -9 of agentflow and its reaper, resume at once').try(async () => {
    const run = rig.agentflow('run flow.yaml --session-id one');
    await running(sleep);
    const lock = JSON.parse(readFileSync(rig.path('.agentflow', 'sessions', 'one', 'lock'), 'utf8'));
    for (const reaper of processesWith(`agentflow-reaper ${lock.about}`)) process.kill(reaper, 'SIGKILL');
    run.kill('SIGKILL');
    await run.exited;
    await rig.write({ go: '' });
    expect(await rig.run('resume one')).toMatchObject({ code: 0 });
    expect([readFileSync(rig.path('first'), 'utf8'), processesWith(sleep)]).toEqual(['gone\n', []]);
  });
});

test('row 2: WHEN agentflow is killed THEN nothing it started is left after 2 s', async () => {
  await using rig = await TestRig.create();
  const sleep = markedSleep();
  const stubborn = `trap '' TERM INT HUP; ${sleep} & setsid ${sleep} & wait`;
  const nodes: NodeFields[] = [
    { id: 'plain', bash: sleep },
    { id: 'stubborn', bash: stubborn },
    { id: 'agent', adapter: 'demo', executionMode: 'interactive', prompt: `Say ${sleep}.` },
  ];
  await rig.write({ 'flow.yaml': workflow(nodes) });
  await new Fault(2, '2 s after kill -9: nothing left').try(async () => {
    const run = rig.agentflow('run flow.yaml --session-id one');
    const session = new SessionFiles(rig, 'one');
    for (const { id } of nodes) await session.event(id === 'agent' ? 'task.launched' : 'task.started', id);
    await until('all sleep', () => processesWith(sleep).length >= 5);
    run.kill('SIGKILL');
    await run.exited;
    await noneLeft(sleep, 2000);
  });
});

test('row 3: WHEN agentflow is killed at 50 random instants THEN finished nodes stay finished and nothing differs', async () => {
  await using rig = await TestRig.create();
  await rig.write({ 'flow.yaml': workflow(numberedNodes()) });
  expect((await rig.run('run flow.yaml --session-id undisturbed --progress quiet')).code).toBe(0);
  const expected = outputsOf(new SessionFiles(rig, 'undisturbed'));
  const [killed, ended] = [new Fault(3, 'kill -9 at 50 random instants of 200 nodes'), new Fault(3, 'its result')];
  const random = seeded(20_261_118);
  let kills = 0;
  for (let number = 1; kills < 50; number += 1) {
    const session = new SessionFiles(rig, `disturbed-${number}`);
    await rig.write({ ran: '' });
    let command = `run flow.yaml --session-id ${session.id} --progress quiet`;
    let result: ProcessResult;
    do {
      const started = rig.agentflow(command);
      result = kills < 50 ? await killSometime(started, session, random) : await started.exited;
      if (result.signal === 'SIGKILL') {
        kills += 1;
        await killed.try(async () => expectNothingRepeated(session));
      }
      // Killed before there was anything to resume: then the same command works again.
      if (session.events().length > 0) command = `resume ${session.id} --progress quiet`;
    } while (result.signal === 'SIGKILL');
    await ended.try(async () => {
      expect(result).toMatchObject({ code: 0, stderr: '' });
      expectNothingRepeated(session);
      expect(outputsOf(session)).toEqual(expected);
      expect(session.checkpoint().status).toBe('DONE');
      expect(session.leftovers()).toEqual([]);
      expectFileAgrees(readFileSync(rig.path('ran'), 'utf8'), session.starts());
    });
  }
});

test('row 3: WHEN agentflow is killed before any change of a file THEN a session is whole, or it is not there', async () => {
  await using rig = await TestRig.create();
  await rig.write({ 'flow.yaml': workflow([{ id: 'a', bash: 'echo fine' }]) });
  const command = 'run flow.yaml --session-id one';
  const seen = new Set<string>();
  await new Fault(3, 'kill -9 before each change of a file').try(async () => {
    for (let at = 1; ; at += 1) {
      const options = { env: { KILL_AT: String(at) }, nodeOptions: ['--import', KILL_AT_CHANGE] };
      const { signal } = await rig.agentflow(command, options).exited;
      if (signal === null) break;
      const session = new SessionFiles(rig, 'one');
      const isThere = existsSync(session.path());
      seen.add(isThere ? 'there' : 'not there');
      expect(session.events().length > 0).toBe(isThere);
      expect(await rig.run('status latest')).toMatchObject({ code: isThere ? 0 : 2 });
      expect(await rig.run(isThere ? 'resume one' : command)).toMatchObject({ code: 0, stdout: 'fine\n' });
      expect(await rig.run('sessions prune --older-than 0d --yes')).toMatchObject({ code: 0 });
    }
    expect([...seen]).toEqual(['not there', 'there']);
  });
});

/** Waits until a random number of events has been added, then for a random part of an event's time. */
async function killSometime(started: RunningProcess, session: SessionFiles, random: () => number) {
  const before = sizeOf(session.path('journal.jsonl'));
  const isEarly = random() < 0.2;
  const growth = isEarly ? 0 : Math.floor(random() * 6000);
  const pauseMs = isEarly ? random() * 400 : random() * 10;
  let isOver = false;
  started.exited.then(() => {
    isOver = true;
  });
  await until('the journal grows', () => isOver || sizeOf(session.path('journal.jsonl')) >= before + growth);
  await delay(pauseMs);
  if (!isOver) started.kill('SIGKILL');
  return started.exited;
}

/** 20 layers of 10; each output depends on those before it. */
function numberedNodes(): NodeFields[] {
  const name = (number: number) => `n${String(number).padStart(3, '0')}`;
  return Array.from({ length: 200 }, (_, number) => {
    const depends_on = number < 10 ? [] : [name(number - 10), name(number - 10 + (number % 10 === 9 ? -1 : 1))];
    const seen = depends_on.map((id) => `$${id}.output`).join(' ');
    return { id: name(number), depends_on, bash: `echo ${name(number)} ${seen} | cksum; echo ${name(number)} >> ran` };
  });
}

function expectNothingRepeated(session: SessionFiles): void {
  const done = new Set<string>();
  for (const { type, taskId = '', status } of session.events()) {
    if (type === 'task.started') expect(done, `${taskId} ran again`).not.toContain(taskId);
    if (type === 'task.finished' && status === 'DONE') done.add(taskId);
  }
}

/** A node may have been started and killed before it wrote, but never have run without being started. */
function expectFileAgrees(ran: string, starts: Readonly<Record<string, number>>): void {
  const lines = ran.trim().split('\n');
  for (const [id, count] of Object.entries(starts)) {
    const runs = lines.filter((line) => line === id).length;
    expect(runs, id).toBeGreaterThanOrEqual(1);
    expect(runs, id).toBeLessThanOrEqual(count);
  }
  expect(Object.keys(starts)).toHaveLength(200);
}

function outputsOf(session: SessionFiles): Record<string, string> {
  const finished = session.events().filter(({ type, status }) => type === 'task.finished' && status === 'DONE');
  const outputs = finished.map(({ taskId = '', output }) => [taskId, readFileSync(session.path(output ?? ''), 'utf8')]);
  return Object.fromEntries(outputs);
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
