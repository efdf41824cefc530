import { expect, test } from 'vitest';
import { worktreeOf } from './worktree.js';

const inProject = (cwd: string) => worktreeOf('/project', { id: 's1', cwd });

test('WHEN a session works in its worktree or below THEN it has one', () => {
  const worktree = {
    sessionId: 's1',
    project: '/project',
    folder: '/project/.agentflow/worktrees/s1',
    branch: 'agentflow/s1',
  };
  expect(inProject('/project/.agentflow/worktrees/s1')).toEqual(worktree);
  expect(inProject('/project/.agentflow/worktrees/s1/app')).toEqual(worktree);
  expect(inProject('/project/.agentflow/worktrees/s1/..app')).toEqual(worktree);
});

test.each(['/project', '/project/.agentflow/worktrees', '/project/.agentflow/worktrees/s10', '/elsewhere'])(
  'WHEN a session works in %s THEN it has none',
  (cwd) => {
    expect(inProject(cwd)).toBeUndefined();
  },
);
