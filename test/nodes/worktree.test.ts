import { existsSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Bench, nodes } from '../core/bench.js';
import { AUTHOR, createRepository, git } from './repository.js';

const FLOW = 'flow.yaml';

function flow(bash: string): Record<string, string> {
  return { [FLOW]: JSON.stringify(nodes({ id: 'work', bash })) };
}

const IN_WORKTREE = ['--worktree', '--progress', 'plain'];

describe('run --worktree', () => {
  test('WHEN nothing is changed THEN the session ran in a worktree of its own, and both it and its branch are gone', async () => {
    await using bench = await Bench.create();
    await createRepository(bench.rig, flow('pwd; git branch --show-current; ls'));
    const { code, stdout, stderr, session } = await bench.resultOf(bench.run(IN_WORKTREE));
    expect([code, stdout, session.cwd]).toEqual([
      0,
      '<work>/.agentflow/worktrees/s1\nagentflow/s1\nflow.yaml\n',
      bench.rig.path('.agentflow/worktrees/s1'),
    ]);
    expect(stderr.split('\n').slice(-3)).toEqual([
      '✓ flow done  1 done · 0 ms',
      'Nothing was changed; the worktree and its branch are removed.',
      '',
    ]);
    expect(await git(bench.rig, ['worktree', 'list', '--porcelain'])).not.toContain('s1');
    expect(await git(bench.rig, ['branch', '--format=%(refname:short)'])).toBe('main\n');
    expect(existsSync(bench.rig.path('.agentflow/worktrees/s1'))).toBe(false);
  });

  test('WHEN files are changed THEN they are kept there, the main checkout has none of it, and the printed commands merge and remove', async () => {
    await using bench = await Bench.create();
    await createRepository(bench.rig, { ...flow('echo new > file; echo more > other'), file: 'old\n' });
    const { code, stderr } = await bench.resultOf(bench.run(IN_WORKTREE));
    expect(code).toBe(0);
    expect(stderr.split('\n').slice(-5)).toEqual([
      'The changes are in .agentflow/worktrees/s1, on the branch agentflow/s1.',
      '  look:     git -C .agentflow/worktrees/s1 status',
      '  merge:    git -C .agentflow/worktrees/s1 add -A && git -C .agentflow/worktrees/s1 commit && git merge agentflow/s1',
      '  remove:   git worktree remove --force .agentflow/worktrees/s1 && git branch -D agentflow/s1',
      '',
    ]);
    expect(await git(bench.rig, ['status', '--porcelain'])).toBe('');
    const typed = stderr
      .split('\n')
      .flatMap((line) => /^ {2}(?:look|merge|remove): +(.*)$/.exec(line)?.[1] ?? [])
      .join('\n');
    const env = { ...AUTHOR, GIT_EDITOR: 'echo Work >' };
    expect((await bench.rig.spawn('bash', ['-ec', typed], env).exited).code).toBe(0);
    expect(await git(bench.rig, ['log', '--format=%s'])).toBe('Work\nFirst\n');
    expect(await git(bench.rig, ['branch', '--format=%(refname:short)'])).toBe('main\n');
  });

  test('WHEN there are only new commits THEN it is kept too', async () => {
    await using bench = await Bench.create();
    await createRepository(bench.rig, flow('echo new > file; git add file; git commit --quiet --message Second'));
    const { stderr } = await bench.resultOf(bench.run(IN_WORKTREE, { env: AUTHOR }));
    expect(stderr.split('\n').slice(-5)).toEqual([
      'The changes are in .agentflow/worktrees/s1, on the branch agentflow/s1.',
      '  look:     git log --patch HEAD..agentflow/s1',
      '  merge:    git merge agentflow/s1',
      '  remove:   git worktree remove --force .agentflow/worktrees/s1 && git branch -D agentflow/s1',
      '',
    ]);
    expect(await git(bench.rig, ['log', '--format=%s', 'agentflow/s1'])).toBe('Second\nFirst\n');
  });

  test.each([
    ['on a branch of its own', 'git checkout --quiet -b fix', 'on the branch fix.', ['Second']],
    ['on no branch', 'git checkout --quiet --detach', 'on no branch.', ['Second']],
    [
      'on its own and another branch',
      'git commit --allow-empty --quiet --message Third; git checkout --quiet -b fix main',
      'on the branch fix and the branch agentflow/s1.',
      ['Second', 'Third'],
    ],
  ])('WHEN a task commits %s THEN the printed commands merge just that', async (_title, checkout, place, commits) => {
    await using bench = await Bench.create();
    await createRepository(bench.rig, flow(`${checkout}; git commit --allow-empty --quiet --message Second`));
    const { stderr } = await bench.resultOf(bench.run(IN_WORKTREE, { env: AUTHOR }));
    const lines = stderr.split('\n');
    expect(lines).toContain(`The changes are in .agentflow/worktrees/s1, ${place}`);
    const typed = lines.flatMap((line) => /^ {2}(?:merge|remove): +(.*)$/.exec(line)?.[1] ?? []).join('\n');
    expect((await bench.rig.spawn('bash', ['-ec', typed], AUTHOR).exited).code).toBe(0);
    const merged = (await git(bench.rig, ['log', '--no-merges', '--format=%s'])).trim().split('\n');
    expect(new Set(merged)).toEqual(new Set(['First', ...commits]));
  });

  test('WHEN a task only leaves the branch THEN nothing was changed', async () => {
    await using bench = await Bench.create();
    await createRepository(bench.rig, flow('git checkout --quiet --detach'));
    const { stderr } = await bench.resultOf(bench.run(IN_WORKTREE));
    expect(stderr.split('\n').at(-2)).toBe('Nothing was changed; the worktree and its branch are removed.');
  });

  test('WHEN a stopped session is cancelled THEN its worktree goes too, if nothing was changed', async () => {
    await using bench = await Bench.create();
    await createRepository(bench.rig, flow('false'));
    await bench.run(IN_WORKTREE).exited;
    const { code, stderr } = await bench.rig.run('cancel s1');
    expect([code, stderr]).toEqual([
      0,
      'Nothing was changed; the worktree and its branch are removed.\nSession s1 is cancelled: Cancelled by the user.\n',
    ]);
    expect(await git(bench.rig, ['branch', '--format=%(refname:short)'])).toBe('main\n');
  });

  test('WHEN sessions are pruned THEN of their worktrees only those with changes stay', async () => {
    await using bench = await Bench.create();
    await createRepository(bench.rig, flow('if [ $SESSION_ID = s1 ]; then false; else echo x > x; fi'));
    await bench.run(IN_WORKTREE).exited;
    await bench.rig.run(['run', FLOW, '--session-id', 's2', ...IN_WORKTREE]);
    const { code } = await bench.rig.run('sessions prune --older-than 0d --yes');
    expect([code, await git(bench.rig, ['branch', '--format=%(refname:short)'])]).toEqual([0, 'agentflow/s2\nmain\n']);
    expect(existsSync(bench.rig.path('.agentflow/worktrees/s2/x'))).toBe(true);
  });

  test('WHEN the main checkout has uncommitted changes THEN it says once that the worktree has none of them', async () => {
    await using bench = await Bench.create();
    await createRepository(bench.rig, { ...flow('cat file'), file: 'old\n' });
    await bench.rig.write({ file: 'changed\n' });
    const { stdout, stderr } = await bench.resultOf(bench.run(IN_WORKTREE));
    const note = 'The worktree is made of the last commit; uncommitted changes of this folder are not in it.';
    expect([stdout, stderr.split('\n').filter((line) => line === note)]).toEqual(['old\n', [note]]);
  });

  test('WHEN it fails and is resumed THEN it goes on in the same worktree, and only then the worktree is settled', async () => {
    await using bench = await Bench.create();
    const task = 'pwd; git branch --show-current; test -e "$ARTIFACTS_DIR/go"';
    await createRepository(bench.rig, flow(task));
    const first = await bench.resultOf(bench.run(IN_WORKTREE));
    expect([first.code, first.stderr.split('\n').at(-2)]).toEqual([
      1,
      'The worktree .agentflow/worktrees/s1 is kept for the session to go on in.',
    ]);
    await bench.rig.write({ '.agentflow/sessions/s1/artifacts/go': '' });
    const second = await bench.resume();
    expect([second.code, await bench.output('work'), second.stderr.split('\n').at(-2)]).toEqual([
      0,
      `${bench.rig.path('.agentflow/worktrees/s1')}\nagentflow/s1`,
      'Nothing was changed; the worktree and its branch are removed.',
    ]);
  });

  test('WHEN its worktree was removed by hand THEN a resume says so and how to bring it back', async () => {
    await using bench = await Bench.create();
    await createRepository(bench.rig, flow('echo x > x; false'));
    await bench.run(IN_WORKTREE).exited;
    await git(bench.rig, ['worktree', 'remove', '--force', '.agentflow/worktrees/s1']);
    const { code, stderr } = await bench.rig.run('resume s1');
    expect([code, stderr]).toEqual([
      1,
      'error: The worktree of session s1 is gone: <work>/.agentflow/worktrees/s1\n' +
        'hint: If its branch is still there, bring it back: git worktree prune && git worktree add <work>/.agentflow/worktrees/s1 agentflow/s1\n',
    ]);
  });

  test('WHEN it is run in a subfolder of the repository THEN the session works in the same one of the worktree', async () => {
    await using bench = await Bench.create();
    await createRepository(bench.rig, { 'app/file': 'x', [`app/${FLOW}`]: flow('pwd; ls')[FLOW] ?? '' });
    const { stdout } = await bench.rig.run(['run', 'flow.yaml', '--cwd', 'app', '--session-id', 's1', ...IN_WORKTREE]);
    expect(stdout).toBe('<work>/app/.agentflow/worktrees/s1/app\nfile\nflow.yaml\n');
  });

  test('WHEN the id of the session cannot be one, or is taken, THEN no worktree is made and none is touched', async () => {
    await using bench = await Bench.create();
    await createRepository(bench.rig, flow('echo x > x'));
    await bench.run(IN_WORKTREE).exited;
    const results = await Promise.all(
      ['../../out', 's1'].map((id) => bench.rig.run(['run', FLOW, '--session-id', id, '--worktree', '--json'])),
    );
    expect(results.map(({ code, stdout }) => [code, JSON.parse(stdout).error.code])).toEqual([
      [2, 'bad-session-id'],
      [1, 'session-exists'],
    ]);
    expect(await git(bench.rig, ['branch', '--format=%(refname:short)'])).toBe('agentflow/s1\nmain\n');
    expect(existsSync(bench.rig.path('.agentflow/worktrees/s1/x'))).toBe(true);
  });
});

describe('run --worktree where there can be none', () => {
  test('WHEN the folder is in no repository THEN it says so, and nothing runs', async () => {
    await using bench = await Bench.create();
    await bench.rig.write(flow('echo ran > ran'));
    expect(await bench.rig.run(['run', FLOW, '--worktree'])).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'error: <work> is not in a git repository, so it can have no worktree.\n' +
        'hint: Make it one (git init, then a first commit), or run without --worktree.\n',
    });
    expect([existsSync(bench.rig.path('ran')), existsSync(bench.rig.path('.agentflow'))]).toEqual([false, false]);
  });

  test('WHEN the repository has no commit THEN it says how to make one', async () => {
    await using bench = await Bench.create();
    await bench.rig.write(flow('true'));
    await git(bench.rig, ['init', '--quiet']);
    expect((await bench.rig.run(['run', FLOW, '--worktree'])).stderr).toBe(
      'error: The repository has no commit yet, so there is nothing to make a worktree of.\n' +
        'hint: Make one first: git add -A && git commit -m "First commit"\n',
    );
  });

  test('WHEN there is no git THEN it says so', async () => {
    await using bench = await Bench.create();
    await bench.rig.write(flow('true'));
    await symlink(process.execPath, join(bench.rig.bin, 'node'));
    const { stderr } = await bench.rig.run(['run', FLOW, '--worktree'], { env: { PATH: bench.rig.bin } });
    expect(stderr).toBe(
      'error: --worktree needs git, which is not on the PATH.\n' +
        'hint: Install git (https://git-scm.com/downloads), or run without --worktree.\n',
    );
  });
});
