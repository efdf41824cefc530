import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '../cli-error.js';
import { EXIT_CODES } from '../exit-codes.js';
import { removeWorktree } from './close-worktree.js';
import { type GitResult, git } from './git.js';
import { type Worktree, worktreeFor, worktreesFolder } from './worktree.js';

export interface NewWorktree extends Worktree {
  /** The project's folder inside the worktree. */
  readonly cwd: string;
  /** Whether the main checkout has changes that the worktree cannot have. */
  readonly leavesChangesBehind: boolean;
}

/** Makes a worktree of the last commit, on a branch of its own. */
export async function createWorktree(project: string, sessionId: string): Promise<NewWorktree> {
  const worktree = worktreeFor(project, sessionId);
  const prefix = await placeInRepository(project);
  const leavesChangesBehind = await hasChanges(project);
  await makeWorktreesFolder(project);
  const { folder, branch } = worktree;
  const added = await git(project, ['worktree', 'add', '-b', branch, folder, 'HEAD']);
  if (!added.ok) {
    throw worktreeError(`git cannot make the worktree ${folder}: ${added.message}`, {
      hint: `An older one of that name is removed with: git worktree remove --force ${folder}; git branch -D ${branch}`,
    });
  }
  const cwd = join(folder, prefix);
  try {
    // A folder that no commit has yet is not in the worktree.
    await mkdir(cwd, { recursive: true });
  } catch (error) {
    await removeWorktree(worktree);
    throw error;
  }
  return { ...worktree, cwd, leavesChangesBehind };
}

/** The path of the folder within its repository, which must have a commit. */
async function placeInRepository(project: string): Promise<string> {
  const prefix = await git(project, ['rev-parse', '--show-prefix']);
  if (!prefix.ok) throw noRepository(prefix, project);
  const commit = await git(project, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  if (!commit.ok) {
    throw worktreeError('The repository has no commit yet, so there is nothing to make a worktree of.', {
      hint: 'Make one first: git add -A && git commit -m "First commit"',
    });
  }
  return prefix.text.replace(/\n$/, '');
}

function noRepository(result: Extract<GitResult, { ok: false }>, project: string): CliError {
  if (result.isMissing) {
    return worktreeError('--worktree needs git, which is not on the PATH.', {
      hint: 'Install git (https://git-scm.com/downloads), or run without --worktree.',
    });
  }
  if (!/not a git repository|must be run in a work tree/.test(result.message)) {
    return worktreeError(`git cannot use ${project}: ${result.message}`, { hint: 'Run without --worktree.' });
  }
  return worktreeError(`${project} is not in a git repository, so it can have no worktree.`, {
    hint: 'Make it one (git init, then a first commit), or run without --worktree.',
  });
}

function worktreeError(message: string, { hint }: { hint: string }): CliError {
  return new CliError(message, { code: 'no-worktree', exitCode: EXIT_CODES.FAILED, hint });
}

/** Our own files are no change. */
async function hasChanges(project: string): Promise<boolean> {
  const own = ['sessions', 'worktrees', 'checkout.lock'].map((name) => `:(exclude).agentflow/${name}`);
  const status = await git(project, ['status', '--porcelain', '--untracked-files=all', '--', ':/', ...own]);
  return status.ok && status.text !== '';
}

/** Worktrees inside the checkout must not look like new files of it. */
async function makeWorktreesFolder(project: string): Promise<void> {
  const folder = worktreesFolder(project);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, '.gitignore'), '*\n');
}
