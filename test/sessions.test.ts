import { mkdir, readdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { RELEASE, rigWith, startWaiting, steady, WAITS, WIDE } from './rig/recorded-sessions.js';
import { TestRig } from './rig/test-rig.js';

test('WHEN nothing has run THEN the next step is named', async () => {
  await using rig = await TestRig.create();
  expect([await rig.run('sessions'), await rig.run('status'), await rig.run('status --json')]).toMatchInlineSnapshot(`
    [
      {
        "code": 0,
        "stderr": "No session yet. Start one: agentflow run WORKFLOW
    ",
        "stdout": "",
      },
      {
        "code": 2,
        "stderr": "error: There is no session yet.
    hint: Start one with "agentflow run".
    ",
        "stdout": "",
      },
      {
        "code": 2,
        "stderr": "",
        "stdout": "{"error":{"code":"no-session","message":"There is no session yet.","hint":"Start one with \\"agentflow run\\"."}}
    ",
      },
    ]
  `);
});

test('WHEN a session failed THEN the list, its status and the story of a task say so', async () => {
  await using rig = await rigWith({ 'release.yaml': RELEASE });
  expect((await rig.run('run release.yaml --session-id first --progress quiet')).code).toBe(1);
  expect(steady((await rig.run('sessions', WIDE)).stdout)).toMatchInlineSnapshot(`
    "ID  WORKFLOW  STATUS  TASKS  AGE  TOOK  COST
    first  Release  FAILED  4/4  <duration>  <duration>  –
    "
  `);
  expect(steady((await rig.run('status', WIDE)).stdout)).toMatchInlineSnapshot(`
    "✗ Release  FAILED
      session  first
      goal  Ship it
      reason  Task "test" failed.
      started  <time>
      took  <duration>

    ✓ build  done  <duration>
    – lint  skipped
        when $build.output == 'docs' is false ($build.output is "building")
    ✗ test  failed  <duration> · 2 attempts · exit code 3
        Exit code 3.
    – deploy  skipped
        all_success: test is FAILED

    Next:
      agentflow logs first test  # what test printed
      agentflow resume first  # try again what is not done
    "
  `);
  expect(steady((await rig.run('status fir --explain lint', WIDE)).stdout)).toMatchInlineSnapshot(`
    "– lint  skipped
      session  first
      task  bash
      why  Its condition is false: when $build.output == 'docs'
                $build.output = "building"

    What happened:
      <time>  skipped: when $build.output == 'docs' is false ($build.output is
                "building")
    "
  `);
  expect(steady((await rig.run('status first --explain test', WIDE)).stdout)).toMatchInlineSnapshot(`
    "✗ test  failed
      session  first
      task  bash
      took  <duration> · 2 attempts · exit code 3
      why  Exit code 3.
                (reason: exit-code)
      log  .agentflow/sessions/first/logs/test.2.log

    What happened:
      <time>  attempt 1 started
      <time>  process <pid>: bash
      <time>  attempt 1 failed (exit-code): Exit code 3. Retry in <duration>.
      <time>  attempt 2 started
      <time>  process <pid>: bash
      <time>  attempt 2 failed with exit code 3 (exit-code): Exit code 3.
    "
  `);
  const document = JSON.parse((await rig.run('status latest --json')).stdout) as {
    tasks: { id: string; status: string }[];
  };
  expect(document).toMatchObject({ id: 'first', status: 'FAILED', goal: 'Ship it', pid: null });
  expect(document.tasks.map(({ id, status }) => `${id} ${status}`)).toEqual([
    'build DONE',
    'lint SKIPPED',
    'test FAILED',
    'deploy SKIPPED',
  ]);
});

test('WHEN sessions are pruned THEN nothing goes without a yes, and a live one never', async () => {
  await using rig = await rigWith({ 'waits.yaml': WAITS, 'release.yaml': RELEASE });
  for (const id of ['one', 'two']) await rig.run(`run release.yaml --session-id ${id} --progress quiet`);
  const run = await startWaiting(rig);
  const result = async (command: string) => {
    const { code, stdout, stderr } = await rig.run(command);
    return { code, stdout: steady(stdout), stderr: steady(stderr) };
  };
  const left = async () => (await readdir(rig.path('.agentflow/sessions'))).sort();
  expect([
    await result('sessions prune'),
    await result('sessions prune --older-than 0d'),
    await result('sessions prune --older-than 0d --dry-run'),
  ]).toMatchInlineSnapshot(`
    [
      {
        "code": 0,
        "stderr": "There is nothing to remove.
    ",
        "stdout": "",
      },
      {
        "code": 2,
        "stderr": "error: Nobody can be asked here whether to remove 2 sessions (<size>); --yes does it.
    hint: agentflow sessions prune --older-than 0d --yes
    ",
        "stdout": "two  FAILED  <duration> old  <size>
    one  FAILED  <duration> old  <size>
    ",
      },
      {
        "code": 0,
        "stderr": "Would remove 2 sessions (<size>).
    ",
        "stdout": "two  FAILED  <duration> old  <size>
    one  FAILED  <duration> old  <size>
    ",
      },
    ]
  `);
  expect(await left()).toEqual(['live', 'one', 'two']);
  expect(await result('sessions prune --older-than 0d --keep 2 --yes')).toMatchInlineSnapshot(`
    {
      "code": 0,
      "stderr": "Removed 1 session (<size>).
    ",
      "stdout": "one  FAILED  <duration> old  <size>
    ",
    }
  `);
  expect(await left()).toEqual(['live', 'two']);
  const pruned = async (flag: string) =>
    JSON.parse((await rig.run(`sessions prune --older-than 0d --json ${flag}`)).stdout) as unknown;
  const gone = { removed: [{ id: 'two', status: 'FAILED', bytes: expect.any(Number) }], bytes: expect.any(Number) };
  expect(await pruned('--dry-run')).toEqual({ dryRun: true, ...gone, kept: [] });
  expect(await pruned('--yes')).toEqual({ dryRun: false, ...gone, kept: [] });
  expect(await left()).toEqual(['live']);
  await rig.write({ go: '' });
  expect((await run.exited).code).toBe(0);
});

test('WHEN a session is damaged THEN it is a row of the list, and an error with its place', async () => {
  await using rig = await rigWith({ 'release.yaml': RELEASE });
  await rig.run('run release.yaml --session-id bad --progress quiet');
  await rig.write({ '.agentflow/sessions/bad/session.json': '{', '.agentflow/sessions/bad/journal.jsonl': 'x\ny\n' });
  await mkdir(rig.path('.agentflow/sessions/empty'));
  const { code, stdout, stderr } = await rig.run('sessions');
  expect({ code, stderr, stdout: steady(stdout).split('\n').sort().join('\n') }).toMatchInlineSnapshot(`
    {
      "code": 0,
      "stderr": "",
      "stdout": "
      <work>/.agentflow/sessions/bad/journal.jsonl:1 is damaged: the line is not an event.
      Session "empty" is empty: it has neither a checkpoint nor a journal.
    ID  WORKFLOW  STATUS  TASKS  AGE  TOOK  COST
    bad  –  DAMAGED  –  <duration>  –  –
    empty  –  DAMAGED  –  <duration>  –  –",
    }
  `);
  expect([await rig.run('status bad'), await rig.run('logs empty')]).toMatchInlineSnapshot(`
    [
      {
        "code": 1,
        "stderr": "error: <work>/.agentflow/sessions/bad/journal.jsonl:1 is damaged: the line is not an event.
    hint: The file was left as it is. Repair it by hand, or start a new session.
    ",
        "stdout": "",
      },
      {
        "code": 1,
        "stderr": "error: Session "empty" is empty: it has neither a checkpoint nor a journal.
    hint: It ended before anything of it ran. Start a new session.
    ",
        "stdout": "",
      },
    ]
  `);
});

test('WHEN a process died while it made a session THEN there is no such session, and prune removes what it left', async () => {
  await using rig = await rigWith({ 'release.yaml': RELEASE });
  await rig.run('run release.yaml --session-id whole --progress quiet');
  const dead = JSON.stringify({ pid: 1, startTime: 'long ago', host: hostname(), token: 'x' });
  const left = '.agentflow/sessions/.new-still-0123456789abcdef';
  await rig.write({ [`${left}/workflow.yaml`]: RELEASE, [`${left}/lock`]: dead });
  expect((await rig.run('status latest --json')).stdout).toContain('"id":"whole"');
  expect((await rig.run('sessions --json')).stdout).not.toContain('still');
  await rig.run('sessions prune --dry-run');
  expect((await readdir(rig.path('.agentflow/sessions'))).length).toBe(2);
  expect(await rig.run('sessions prune')).toMatchObject({ code: 0 });
  expect(await readdir(rig.path('.agentflow/sessions'))).toEqual(['whole']);
});
