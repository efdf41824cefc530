import { relative } from 'node:path';
import { plainLine, shellWord } from '../sessions/text-layout.js';
import { unreachable } from '../unreachable.js';
import type { ClosedWorktree, Work } from './close-worktree.js';
import type { Worktree } from './worktree.js';

/** What to tell about a worktree at the end of a run; empty when there is nothing to tell. */
export function worktreeWords(worktree: Worktree, closed: ClosedWorktree, here: string): string {
  const folder = shellWord(relative(here, worktree.folder) || '.');
  switch (closed.kind) {
    case 'removed':
      return 'Nothing was changed; the worktree and its branch are removed.';
    case 'waiting':
      return `The worktree ${folder} is kept for the session to go on in.`;
    case 'unknown':
      return `The worktree was left as it is: ${closed.message}`;
    case 'kept':
      return keptWords(worktree, closed, { folder, here });
    default:
      return unreachable(closed);
  }
}

function keptWords(
  { branch, project, folder: path }: Worktree,
  { hasUncommitted, commits, head }: Work,
  { folder, here }: { folder: string; here: string },
): string {
  const main = relative(here, project) === '' ? 'git' : `git -C ${shellWord(relative(here, project))}`;
  const inside = `git -C ${folder}`;
  const nameOf = (name: string | null) => (name === null ? `$(${inside} rev-parse HEAD)` : shellWord(name));
  const looks = [
    ...commits.map((name) => `${main} log --patch HEAD..${nameOf(name)}`),
    ...(hasUncommitted ? [`${inside} status`] : []),
  ];
  const changed = [...new Set([...(hasUncommitted ? [head] : []), ...commits])];
  const commit = hasUncommitted ? [`${inside} add -A`, `${inside} commit`] : [];
  const merges = [...commit, ...changed.map((name) => `${main} merge ${nameOf(name)}`)];
  const places = changed.map((name) => (name === null ? 'no branch' : `the branch ${plainLine(name)}`));
  return [
    `The changes are in ${folder}, on ${places.join(' and ')}.`,
    ...looks.map((command) => `  look:     ${command}`),
    `  merge:    ${merges.join(' && ')}`,
    `  remove:   ${main} worktree remove --force ${relative(project, path)} && ${main} branch -D ${branch}`,
  ].join('\n');
}
