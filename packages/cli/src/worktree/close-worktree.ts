import { existsSync } from 'node:fs';
import type { SessionStatus } from '@agentflow/core';
import { git } from './git.js';
import type { Worktree } from './worktree.js';

/** What became of a worktree when its session stopped. */
export type ClosedWorktree =
  | { readonly kind: 'removed' }
  /** The session can be resumed, and goes on there. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'kept'; readonly hasUncommitted: boolean; readonly hasCommits: boolean }
  /** Somebody removed it, or git cannot look at it. */
  | { readonly kind: 'unknown'; readonly message: string };

/** Removes the worktree of a session that is over, with its branch, unless there is work in it. */
export async function closeWorktree(worktree: Worktree, status: SessionStatus): Promise<ClosedWorktree> {
  if (!existsSync(worktree.folder)) return { kind: 'unknown', message: `${worktree.folder} is gone.` };
  const found = await findWork(worktree);
  if (typeof found === 'string') return { kind: 'unknown', message: found };
  if (found.hasUncommitted || found.hasCommits) return { kind: 'kept', ...found };
  if (status !== 'DONE' && status !== 'CANCELLED') return { kind: 'waiting' };
  await removeWorktree(worktree);
  return { kind: 'removed' };
}

export async function removeWorktree({ project, folder, branch }: Worktree): Promise<void> {
  // Not stopped by submodules or ignored files; that there is nothing else was seen before.
  await git(project, ['worktree', 'remove', '--force', folder]);
  await git(project, ['branch', '-D', branch]);
}

async function findWork({ project, folder, branch }: Worktree) {
  const status = await git(folder, ['status', '--porcelain', '--untracked-files=normal']);
  if (!status.ok) return status.message;
  const head = await git(folder, ['symbolic-ref', '--quiet', 'HEAD']);
  const main = await git(project, ['rev-parse', 'HEAD']);
  const elsewhere = [
    `--exclude=${branch}`,
    '--branches',
    '--tags',
    '--remotes',
    ...(main.ok ? [main.text.trim()] : []),
  ];
  const own = await git(folder, ['rev-list', '--count', 'HEAD', branch, '--not', ...elsewhere]);
  if (!own.ok) return own.message;
  // Another branch, checked out here by a task, is its work too.
  const isOnBranch = head.ok && head.text.trim() === `refs/heads/${branch}`;
  return { hasUncommitted: status.text !== '', hasCommits: own.text.trim() !== '0' || !isOnBranch };
}
