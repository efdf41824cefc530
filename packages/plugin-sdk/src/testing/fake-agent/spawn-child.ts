import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { SpawnChildStep } from './step.js';
import { isInWorkingFolder } from './working-folder.js';

/** Starts a child that sleeps; returns its process id once it is ready, so that no signal comes too early. */
export async function spawnChild({
  seconds,
  ignoreTerm,
  ownSession,
  holdStdout,
  pidFile,
}: SpawnChildStep): Promise<number> {
  const program = [
    ...(ignoreTerm ? [`process.on('SIGTERM', () => {});process.on('SIGHUP', () => {});`] : []),
    `setTimeout(() => {}, ${seconds * 1000});`,
    `process.send('ready', () => process.disconnect());`,
  ].join('');
  const output = holdStdout ? 'inherit' : 'ignore';
  const child = spawn(process.execPath, ['-e', program], {
    detached: ownSession ?? false,
    stdio: ['ignore', output, output, 'ipc'],
  });
  await once(child, 'message');
  child.unref();
  const { pid } = child;
  if (pid === undefined) throw new Error('The child did not start.');
  if (pidFile !== undefined && isInWorkingFolder(pidFile)) writeFileSync(pidFile, `${pid}\n`);
  return pid;
}
