import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileState } from './compiled-state.js';
import { started } from './sample-session.js';
import { temporaryFolder } from './temporary-folder.js';

/** Gives a command mounts of its own, which are gone when it ends. */
const OWN_MOUNTS = ['unshare', '-rm'];

export function canHaveSmallDisk(): boolean {
  return process.platform === 'linux' && spawnSync('env', [...OWN_MOUNTS, 'true']).status === 0;
}

/**
 * Runs the body of an async function in a process that has a disk of 1 MB, half of it taken by `filler`.
 * It finds `store`, `begin(id)`, `root` and `folder`, and returns something JSON can hold.
 */
export function onSmallDisk(body: string): { result: unknown; folder: string } {
  const folder = temporaryFolder();
  const code = temporaryFolder();
  compileState(code);
  const program = join(code, 'program.js');
  writeFileSync(program, programOf(body));
  const script = 'mount -t tmpfs -o size=1m tmpfs "$2" && exec "$0" "$1" "$2"';
  const command = [...OWN_MOUNTS, 'sh', '-c', script, process.execPath, program, folder];
  const { stdout, stderr } = spawnSync('env', command, { encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return { result: JSON.parse(stdout), folder };
}

function programOf(body: string): string {
  return `
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileSessionStore } from './state/file-session-store.js';
import { SessionManager } from './state/session-manager.js';
const folder = process.argv[2];
const root = join(folder, 'sessions');
const filler = join(folder, 'filler');
const store = new FileSessionStore({ root });
const started = ${JSON.stringify(started([['a']]))};
const begin = (id = 'one') => SessionManager.create(store, { id, workflowText: '', started });
writeFileSync(filler, Buffer.alloc(512 * 1024));
const result = await (async () => {${body}})();
console.log(JSON.stringify(result));
`;
}
