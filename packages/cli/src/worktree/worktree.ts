import { join, relative, sep } from 'node:path';

/** The folder and branch in which one session works beside the main checkout. */
export interface Worktree {
  readonly sessionId: string;
  /** The folder of the project, in the main checkout. */
  readonly project: string;
  readonly folder: string;
  readonly branch: string;
}

/** Where the worktree of a session is, whether it exists or not. */
export function worktreeFor(project: string, sessionId: string): Worktree {
  return {
    sessionId,
    project,
    folder: join(worktreesFolder(project), sessionId),
    branch: `agentflow/${sessionId}`,
  };
}

export function worktreesFolder(project: string): string {
  return join(project, '.agentflow', 'worktrees');
}

/** The worktree a session works in; undefined when it works in the main checkout. */
export function worktreeOf(
  project: string,
  session: { readonly id: string; readonly cwd: string },
): Worktree | undefined {
  const worktree = worktreeFor(project, session.id);
  const path = relative(worktree.folder, session.cwd);
  return path === '..' || path.startsWith(`..${sep}`) ? undefined : worktree;
}
