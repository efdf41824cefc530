import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { Bench, eventsIn, nodes } from '../core/bench.js';
import { createRepository, git } from './repository.js';

const LOCK = '.agentflow/checkout.lock';

describe('mutates_checkout: true, the default', () => {
  test('WHEN a second session starts in the folder THEN it is refused at once, naming the first and --worktree', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('work');
    await bench.write(nodes(agent.task));
    const first = bench.run();
    const working = await agent.nextLaunch();
    const second = await bench.rig.run('run flow.yaml --session-id s2');
    expect(second).toEqual({
      code: 1,
      stdout: '',
      stderr:
        `error: Session s1 (process ${first.pid}) works in this folder, and both may change its files.\n` +
        'hint: Wait until it has ended, or run in a folder of its own with --worktree.\n' +
        'hint: A workflow that changes no files says so with "mutates_checkout: false".\n',
    });
    const asJson = await bench.rig.run('run flow.yaml --session-id s2 --json');
    expect([asJson.code, JSON.parse(asJson.stdout).error.code]).toEqual([1, 'checkout-locked']);
    const unknown = await bench.rig.run('status s2');
    expect(unknown.code).toBe(2);
    await working.exit(0);
    expect((await first.exited).code).toBe(0);
    await expect(readFile(bench.rig.path(LOCK), 'utf8')).rejects.toThrow('ENOENT');
  });

  test('WHEN the first was killed THEN its lock is taken over', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('work');
    await bench.write(nodes(agent.task));
    const first = bench.run();
    await agent.nextLaunch();
    first.kill('SIGKILL');
    await first.exited;
    expect(JSON.parse(await readFile(bench.rig.path(LOCK), 'utf8'))).toMatchObject({ pid: first.pid, about: 's1' });
    const second = bench.rig.agentflow('run flow.yaml --session-id s2');
    await (await agent.nextLaunch()).exit(0);
    expect((await second.exited).code).toBe(0);
  });

  test('WHEN a session is resumed while another works in the folder THEN it is refused, and can be resumed later', async () => {
    await using bench = await Bench.create();
    await bench.write(nodes({ id: 'work', bash: 'test -e go' }));
    await bench.run().exited;
    const agent = bench.agent('other');
    await bench.rig.write({ go: '', 'other.yaml': JSON.stringify(nodes(agent.task)) });
    const other = bench.rig.agentflow('run other.yaml --session-id s2');
    const working = await agent.nextLaunch();
    const refused = await bench.rig.run('resume s1');
    expect([refused.code, refused.stderr.split('\n')[0]]).toEqual([
      1,
      `error: Session s2 (process ${other.pid}) works in this folder, and both may change its files.`,
    ]);
    await working.exit(0);
    await other.exited;
    expect((await bench.resume()).code).toBe(0);
  });

  test('WHEN the second works in a worktree THEN both run', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('work');
    await createRepository(bench.rig, { 'flow.yaml': JSON.stringify(nodes(agent.task)) });
    const runs = [bench.run(), bench.rig.agentflow('run flow.yaml --session-id s2 --worktree')];
    const launches = [await agent.nextLaunch(), await agent.nextLaunch()];
    await Promise.all(launches.map((launch) => launch.exit(0)));
    expect((await Promise.all(runs.map((run) => run.exited))).map(({ code }) => code)).toEqual([0, 0]);
  });

  test('WHEN it is only simulated THEN it takes no lock', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('work');
    await bench.write(nodes(agent.task));
    await bench.rig.write({ 'stubs.yaml': 'work: fine' });
    const first = bench.run();
    const working = await agent.nextLaunch();
    expect((await bench.rig.run('run flow.yaml --dry-run --stubs stubs.yaml')).code).toBe(0);
    await working.exit(0);
    await first.exited;
  });
});

describe('mutates_checkout: false', () => {
  const harmless = (...list: object[]) => ({ ...nodes(...list), mutates_checkout: false });

  test('WHEN two such sessions run THEN neither waits', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('work');
    await bench.write(harmless(agent.task));
    const runs = [bench.run(), bench.rig.agentflow('run flow.yaml --session-id s2')];
    const launches = [await agent.nextLaunch(), await agent.nextLaunch()];
    await Promise.all(launches.map((launch) => launch.exit(0)));
    expect((await Promise.all(runs.map((run) => run.exited))).map(({ code }) => code)).toEqual([0, 0]);
  });

  test('WHEN the session changed tracked files after all THEN it says which, as an event and on stderr', async () => {
    await using bench = await Bench.create();
    const change = 'echo more >> dirty; echo x > changed; rm gone; echo x > untracked; git add --all changed';
    await createRepository(bench.rig, {
      ...{ dirty: '1\n', changed: '1\n', gone: '1\n', same: '1\n' },
      'flow.yaml': JSON.stringify(harmless({ id: 'work', bash: change })),
    });
    await bench.rig.write({ dirty: '2\n', same: '2\n' });
    const staged = await git(bench.rig, ['status', '--porcelain']);
    const { stdout } = await bench.run(['--json']).exited;
    const message = 'The workflow says "mutates_checkout: false", but 3 tracked files changed: changed, dirty, gone';
    expect(eventsIn(stdout).slice(-2)).toMatchObject([
      { type: 'session.warned', code: 'checkout-changed', message },
      { type: 'session.finished', status: 'DONE' },
    ]);
    expect([staged, await git(bench.rig, ['status', '--porcelain'])]).toEqual([
      ' M dirty\n M same\n',
      'M  changed\n M dirty\n D gone\n M same\n?? untracked\n',
    ]);
    await git(bench.rig, ['checkout', '--force', 'HEAD', '--', 'gone']);
    const again = await bench.rig.run('run flow.yaml --session-id s2');
    expect(again.stderr).toContain(
      'warning    The workflow says "mutates_checkout: false", but 2 tracked files changed: dirty, gone\n',
    );
  });

  test('WHEN it changed none THEN it says nothing, also where the repository has no commit or there is none', async () => {
    await using bench = await Bench.create();
    const types: string[][] = [];
    for (const id of ['s1', 's2', 's3']) {
      if (id === 's2') await git(bench.rig, ['init', '--quiet']);
      if (id === 's3') await git(bench.rig, ['add', 'flow.yaml']);
      await bench.write(harmless({ id: 'work', bash: 'echo x > new' }));
      const { stdout } = await bench.rig.run(`run flow.yaml --json --session-id ${id}`);
      types.push(eventsIn(stdout).map(({ type }) => type));
    }
    expect(types.flat().filter((type) => type === 'session.warned')).toEqual([]);
    expect(types.map((list) => list.at(-1))).toEqual(Array(3).fill('session.finished'));
  });
});
