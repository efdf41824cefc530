import { existsSync } from 'node:fs';
import type { SessionStatus } from '@agentflow/core';
import { git } from './git.js';
import type { Worktree } from './worktree.js';

/** What became of a worktree when its session stopped. */
export type ClosedWorktree =
  | { readonly kind: 'removed' }
  /** The session can be resumed, and goes on there. */
  | { readonly kind: 'waiting' }
  | ({ readonly kind: 'kept' } & Work)
  /** Somebody removed it, or git cannot look at it. */
  | { readonly kind: 'unknown'; readonly message: string };

/** What tasks left in a worktree. */
export interface Work {
  readonly hasUncommitted: boolean;
  /** The branches that have new commits; null stands for commits that are on no branch. */
  readonly commits: readonly (string | null)[];
  /** The branch that is checked out, which a task may have changed; null when none is. */
  readonly head: string | null;
}

/** Removes the worktree of a session that is over, with its branch, unless there is work in it. */
export async function closeWorktree(worktree: Worktree, status: SessionStatus): Promise<ClosedWorktree> {
  if (!existsSync(worktree.folder)) return { kind: 'unknown', message: `${worktree.folder} is gone.` };
  const found = await findWork(worktree);
  if (typeof found === 'string') return { kind: 'unknown', message: found };
  if (found.hasUncommitted || found.commits.length > 0) return { kind: 'kept', ...found };
  if (status !== 'DONE' && status !== 'CANCELLED') return { kind: 'waiting' };
  await removeWorktree(worktree);
  return { kind: 'removed' };
}

export async function removeWorktree({ project, folder, branch }: Worktree): Promise<void> {
  // Not stopped by submodules or ignored files; that there is nothing else was seen before.
  await git(project, ['worktree', 'remove', '--force', folder]);
  await git(project, ['branch', '-D', branch]);
}

async function findWork({ project, folder, branch }: Worktree): Promise<Work | string> {
  const status = await git(folder, ['status', '--porcelain', '--untracked-files=normal']);
  if (!status.ok) return status.message;
  const symbolic = await git(folder, ['symbolic-ref', '--quiet', '--short', 'HEAD']);
  const head = symbolic.ok ? symbolic.text.trim() : null;
  const main = await git(project, ['rev-parse', 'HEAD']);
  const own = [branch, ...(head === null ? [] : [head])];
  const elsewhere = [
    ...own.map((name) => `--exclude=${name}`),
    '--branches',
    '--tags',
    '--remotes',
    ...(main.ok ? [main.text.trim()] : []),
  ];
  const commits: (string | null)[] = [];
  // Another branch, checked out here by a task, is its work too; what that one holds is told once.
  for (const name of new Set([head, branch])) {
    const others = commits.map((known) => known ?? 'HEAD');
    const count = await git(folder, ['rev-list', '--count', name ?? 'HEAD', '--not', ...others, ...elsewhere]);
    if (!count.ok) return count.message;
    if (count.text.trim() !== '0') commits.push(name);
  }
  return { hasUncommitted: status.text !== '', commits, head };
}
