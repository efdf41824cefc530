import { appendFile, readFile, truncate, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { usageMeter } from './rig/measure.js';
import { RELEASE, rigWith, startWaiting, steady, WAITS, WIDE } from './rig/recorded-sessions.js';

const BIN = fileURLToPath(new URL('../packages/cli/bin/run.js', import.meta.url));

test('WHEN logs are printed THEN each task has a line in front, and one task nothing but its own bytes', async () => {
  await using rig = await rigWith({ 'release.yaml': RELEASE });
  await rig.run('run release.yaml --session-id first --progress quiet');
  expect(await rig.run('logs first')).toMatchInlineSnapshot(`
    {
      "code": 0,
      "stderr": "",
      "stdout": "==> build <==
    building

    ==> test (attempt 2) <==
    testing
    ",
    }
  `);
  expect((await rig.run('logs first test --attempt 1')).stdout).toBe('testing\n');
  expect([
    await rig.run('logs first deploy'),
    await rig.run('logs first biuld'),
    await rig.run('logs first test --attempt 3'),
    await rig.run('logs first --attempt 1'),
  ]).toMatchInlineSnapshot(`
    [
      {
        "code": 0,
        "stderr": ""deploy" was skipped: all_success: test is FAILED
    ",
        "stdout": "",
      },
      {
        "code": 2,
        "stderr": "error: Session first has no task "biuld". Did you mean "build"?
    hint: agentflow status first --all lists its tasks
    ",
        "stdout": "",
      },
      {
        "code": 2,
        "stderr": "error: Task "test" has had 2 attempts; there is no attempt 3.
    ",
        "stdout": "",
      },
      {
        "code": 2,
        "stderr": "error: --attempt needs a task: agentflow logs ID TASK --attempt N
    ",
        "stdout": "",
      },
    ]
  `);
  const path = '<work>/.agentflow/sessions/first/logs/build.1.log';
  expect(JSON.parse((await rig.run('logs first build --json')).stdout)).toEqual({
    sessionId: 'first',
    logs: [{ taskId: 'build', attempt: 1, path, bytes: 9, text: 'building\n' }],
  });
});

test('WHEN a task printed any bytes THEN a pipe gets exactly these', async () => {
  await using rig = await rigWith({
    'blob.yaml': 'name: Blob\ndescription: Bytes\nnodes: [{id: blob, bash: "cat blob; cat blob"}]\n',
  });
  const blob = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7919) % 256));
  await writeFile(rig.path('blob'), blob);
  expect((await rig.run('run blob.yaml --session-id b --progress quiet')).code).toBe(0);
  await rig.spawn('bash', ['-c', `"${process.execPath}" "${BIN}" logs b blob > printed`]).exited;
  expect((await readFile(rig.path('printed'))).equals(Buffer.concat([blob, blob]))).toBe(true);
});

test('WHEN a log has 300 MB THEN it is printed with little memory', async () => {
  await using rig = await rigWith({ 'x.yaml': 'name: X\ndescription: x\nnodes: [{id: x, bash: "echo x"}]\n' });
  await rig.run('run x.yaml --session-id x --progress quiet');
  await truncate(rig.path('.agentflow/sessions/x/logs/x.1.log'), 300_000_000);
  const meter = usageMeter(rig);
  const print = async (flags: string) => {
    const command = `"${process.execPath}" ${meter.nodeOptions.join(' ')} "${BIN}" logs x x ${flags} | wc -c`;
    const { stdout } = await rig.spawn('bash', ['-c', command], meter.env).exited;
    return { bytes: Number(stdout), megabytes: (await meter.read()).peakMegabytes };
  };
  const [nothing, all, followed] = [await print('--tail 0'), await print(''), await print('-f --json')];
  expect([nothing.bytes, all.bytes, followed.bytes > 300_000_000]).toEqual([0, 300_000_000, true]);
  expect(all.megabytes).toBeLessThan(nothing.megabytes + 40);
  expect(followed.megabytes).toBeLessThan(nothing.megabytes + 100);
});

test('WHEN a live session is followed THEN its output comes as it is printed, until the end', async () => {
  await using rig = await rigWith({ 'waits.yaml': WAITS });
  const run = await startWaiting(rig);
  const follow = rig.agentflow('logs live wait -f');
  const all = rig.agentflow('logs live -f');
  const events = rig.agentflow('logs live -f --json');
  await Promise.all([follow, all, events].map((one) => one.waitFor('begun')));
  expect(steady((await rig.run('status', WIDE)).stdout)).toMatchInlineSnapshot(`
    "● Waits  RUNNING
      session  live
      started  <time>
      so far  <duration>
      process  <pid>

    ● wait  running  <duration>
    ○ after  pending

    Next:
      agentflow logs live -f  # what its tasks print
    "
  `);
  await rig.write({ go: '' });
  expect(await follow.exited).toEqual({ code: 0, signal: null, stdout: 'begun\ngone on\n', stderr: '' });
  expect(await all.exited).toEqual({
    code: 0,
    signal: null,
    stdout: '==> wait <==\nbegun\ngone on\n\n==> after <==\nafter\n',
    stderr: '',
  });
  expect((await run.exited).code).toBe(0);
  const lines = eventsOf((await events.exited).stdout);
  expect(lines.map(({ type, taskId, text }) => [type, taskId, text].filter(Boolean).join(' '))).toMatchInlineSnapshot(`
    [
      "session.started",
      "task.started wait",
      "task.launched wait",
      "task.output wait begun
    ",
      "task.output wait gone on
    ",
      "task.finished wait",
      "task.started after",
      "task.launched after",
      "task.output after after
    ",
      "task.finished after",
      "session.finished",
    ]
  `);
  expect(
    lines.every(({ v, ts, sessionId }) => v === 1 && sessionId === 'live' && !Number.isNaN(Date.parse(String(ts)))),
  ).toBe(true);
  expect(lines.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test('WHEN the reader of a followed log leaves THEN following ends quietly', async () => {
  await using rig = await rigWith({
    'ticks.yaml':
      'name: T\ndescription: t\nnodes: [{id: t, bash: "until [ -e go ]; do echo tick; sleep 0.02; done"}]\n',
  });
  const run = rig.agentflow('run ticks.yaml --session-id live --progress quiet');
  await rig.spawn('bash', ['-c', 'until [ -e .agentflow/sessions/live/logs/t.1.log ]; do sleep 0.05; done']).exited;
  const pipe = `"${process.execPath}" "${BIN}" logs live t -f | head -1; echo "\${PIPESTATUS[0]}"`;
  const { stdout, stderr } = await rig.spawn('bash', ['-c', pipe]).exited;
  expect({ stdout, stderr }).toEqual({ stdout: 'tick\n0\n', stderr: '' });
  await rig.write({ go: '' });
  expect((await run.exited).code).toBe(0);
});

test('WHEN the process of a session is killed THEN following ends, and the status says how to go on', async () => {
  await using rig = await rigWith({ 'waits.yaml': WAITS });
  const run = await startWaiting(rig);
  const follow = rig.agentflow('logs live wait -f');
  const events = rig.agentflow('logs live -f --json');
  await Promise.all([follow, events].map((one) => one.waitFor('begun')));
  run.kill('SIGKILL');
  expect(await follow.exited).toEqual({
    code: 0,
    signal: null,
    stdout: 'begun\n',
    stderr: 'The process that ran the session is gone. Go on with: agentflow resume live\n',
  });
  expect(eventsOf((await events.exited).stdout).at(-1)).toEqual({
    v: 1,
    seq: 5,
    ts: expect.stringMatching(/^\d{4}-/),
    sessionId: 'live',
    type: 'session.finished',
    status: 'INTERRUPTED',
    reason: 'The process that ran it is gone.',
  });
  expect(steady((await rig.run('status', WIDE)).stdout)).toMatchInlineSnapshot(`
    "! Waits  INTERRUPTED
      session  live
      reason  The process that ran it is gone.
      started  <time>

    ! wait  cut off
    ○ after  pending

    Next:
      agentflow resume live  # go on where it stopped
    "
  `);
});

test('WHEN an answer came after a session paused THEN the last event still says how the session is', async () => {
  await using rig = await rigWith({ 'asks.yaml': 'name: A\ndescription: a\nnodes: [{id: ask, approval: Deploy?}]\n' });
  await rig.run('run asks.yaml --session-id paused --progress quiet');
  const journal = rig.path('.agentflow/sessions/paused/journal.jsonl');
  const answered = { type: 'task.answered', taskId: 'ask', decision: 'approve', message: '' };
  const { ts, seq } = eventsOf(await readFile(journal, 'utf8')).at(-1) ?? {};
  await appendFile(
    journal,
    `${JSON.stringify({ v: 1, seq: Number(seq) + 1, ts, sessionId: 'paused', ...answered })}\n`,
  );
  const lines = eventsOf((await rig.run('logs paused -f --json')).stdout);
  expect(lines.slice(-3).map(({ type, status }) => [type, status].filter(Boolean).join(' '))).toEqual([
    'session.finished PAUSED',
    'task.answered',
    'session.finished PAUSED',
  ]);
  expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1));
});

function eventsOf(stdout: string): Record<string, unknown>[] {
  const lines = stdout.trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
