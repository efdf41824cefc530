import { execFile } from 'node:child_process';

export type GitResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly isMissing: boolean; readonly message: string };

const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Runs git in a folder. Started by a hook of git, we inherit variables that would send it to another repository;
 * and a look must not take a lock that a task may need at that moment.
 */
export function git(folder: string, args: readonly string[], env: Record<string, string> = {}): Promise<GitResult> {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !REPOSITORY_VARIABLES.has(name)));
  const options = { cwd: folder, env: { ...inherited, GIT_OPTIONAL_LOCKS: '0', ...env }, maxBuffer: MAX_BYTES };
  return new Promise((resolve) => {
    execFile('git', args, options, (error, stdout, stderr) => {
      if (!error) return resolve({ ok: true, text: stdout });
      const message = stderr.trim().replace(/^(fatal|error): /, '') || error.message;
      resolve({ ok: false, isMissing: (error as NodeJS.ErrnoException).code === 'ENOENT', message });
    });
  });
}

const REPOSITORY_VARIABLES: ReadonlySet<string> = new Set([
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_PREFIX',
  'GIT_COMMON_DIR',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_NAMESPACE',
]);
