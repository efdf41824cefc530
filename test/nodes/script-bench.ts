import { accessSync, constants } from 'node:fs';
import { chmod, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Bench, nodes } from '../core/bench.js';

/** A bench with Bun on the PATH, from this workspace or from the developer's. */
export async function createScriptBench(): Promise<Bench> {
  const bench = await Bench.create();
  await symlink(findBun(), join(bench.rig.bin, 'bun'));
  return bench;
}

/** A bench with Bun and a stand-in for uv, which cannot be had everywhere: Python reads the code in either case. */
export async function createBenchWithRuntimes(): Promise<Bench> {
  const bench = await createScriptBench();
  const uv = join(bench.rig.bin, 'uv');
  await writeFile(uv, '#!/bin/bash\nexec python3 "${@: -1}"\n');
  await chmod(uv, 0o755);
  return bench;
}

/** Runs one script to its end: its output, or why it failed. */
export async function runScript(bench: Bench, fields: object, env: Record<string, string | undefined> = NETWORK) {
  await bench.finish(nodes({ id: 'script', ...fields }), [], { env });
  const { status, failure } = await bench.task('script');
  return status === 'DONE' ? bench.output('script') : failure;
}

/** A package on disk that says which one it is. It has only `exports`, as modern packages do. */
export function tinyPackage(folder: string, says: string, version = '1.0.0'): Record<string, string> {
  const manifest = { name: 'tiny', version, exports: { '.': './main.js', './deep': './deep/file.js' } };
  return {
    [`${folder}/package.json`]: JSON.stringify(manifest),
    [`${folder}/main.js`]: `module.exports = ${JSON.stringify(says)};`,
    [`${folder}/deep/file.js`]: `module.exports = ${JSON.stringify(`${says}, deep`)};`,
  };
}

/** What a program needs to reach the registry from here; the rig hides the developer's environment. */
export const NETWORK = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    /^(https?_proxy|no_proxy|ssl_cert_.*|node_extra_ca_certs|npm_config_registry)$/i.test(name),
  ),
);

function findBun(): string {
  const workspace = fileURLToPath(new URL('../../node_modules/.bin', import.meta.url));
  const folders = [workspace, ...(process.env.PATH ?? '').split(delimiter)];
  const found = folders.map((folder) => join(folder, 'bun')).find(isExecutable);
  if (found === undefined) throw new Error('There is no bun: run "npm install".');
  return found;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
