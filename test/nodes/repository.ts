import type { TestRig } from '../rig/test-rig.js';

/** Runs git in a folder of the rig and gives what it printed. */
export async function git(rig: TestRig, args: readonly string[], folder = '.'): Promise<string> {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'init.defaultBranch=main'];
  const { code, stdout, stderr } = await rig.spawn('git', ['-C', folder, ...identity, ...args]).exited;
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return rig.mask(stdout);
}

/** Makes the rig's folder a repository with these files in its first commit. */
export async function createRepository(rig: TestRig, files: Readonly<Record<string, string>>): Promise<void> {
  await git(rig, ['init', '--quiet']);
  await rig.write({ '.gitignore': '.agentflow/\n', ...files });
  await git(rig, ['add', '--all']);
  await git(rig, ['commit', '--quiet', '--message', 'First']);
}

/** Lets commits of tasks have an author. */
export const AUTHOR = {
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
};
