import { expect, test } from 'vitest';
import { worktreeFor } from './worktree.js';
import { worktreeWords } from './worktree-words.js';

const worktree = worktreeFor('/home/me/my project', 's1');
const kept = { kind: 'kept', hasUncommitted: true, commits: ['agentflow/s1'], head: 'agentflow/s1' } as const;

test('WHEN there is work in it THEN every command can be pasted where the person is', () => {
  expect(worktreeWords(worktree, kept, '/home/me/my project')).toMatchInlineSnapshot(`
    "The changes are in .agentflow/worktrees/s1, on the branch agentflow/s1.
      look:     git log --patch HEAD..agentflow/s1
      look:     git -C .agentflow/worktrees/s1 status
      merge:    git -C .agentflow/worktrees/s1 add -A && git -C .agentflow/worktrees/s1 commit && git merge agentflow/s1
      remove:   git worktree remove --force .agentflow/worktrees/s1 && git branch -D agentflow/s1"
  `);
  expect(worktreeWords(worktree, { ...kept, hasUncommitted: false }, '/home/me')).toMatchInlineSnapshot(`
    "The changes are in 'my project/.agentflow/worktrees/s1', on the branch agentflow/s1.
      look:     git -C 'my project' log --patch HEAD..agentflow/s1
      merge:    git -C 'my project' merge agentflow/s1
      remove:   git -C 'my project' worktree remove --force .agentflow/worktrees/s1 && git -C 'my project' branch -D agentflow/s1"
  `);
});

test('WHEN there is none THEN one line says what became of it', () => {
  const words = (['removed', 'waiting'] as const).map((kind) => worktreeWords(worktree, { kind }, worktree.project));
  expect(words).toEqual([
    'Nothing was changed; the worktree and its branch are removed.',
    'The worktree .agentflow/worktrees/s1 is kept for the session to go on in.',
  ]);
});
