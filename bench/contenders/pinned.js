import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The peers that npm has, at the versions that were measured. */
export const PINNED = {
  wireit: { package: 'wireit', version: '0.14.13' },
  turbo: { package: 'turbo', version: '2.11.11' },
  nx: { package: 'nx', version: '24.0.0' },
  just: { package: 'rust-just', version: '1.57.0' },
  dagu: { package: '@dagu-org/dagu-linux-x64', version: '1.30.2' },
  execa: { package: 'execa', version: '9.6.1' },
};

/** The `node_modules` of a pinned peer, in a cache outside the repository. */
export function modulesOf(name) {
  return join(placeOf(name), 'node_modules');
}

export function isInstalled(name) {
  return existsSync(placeOf(name));
}

/** Gives null, or the reason why it could not be installed. */
export async function install(name) {
  const place = placeOf(name);
  if (existsSync(place)) return null;
  mkdirSync(cache(), { recursive: true });
  // Moved into place when complete, so that an interrupted installation is never measured.
  const draft = mkdtempSync(join(cache(), 'draft-'));
  writeFileSync(join(draft, 'package.json'), '{ "private": true }\n');
  const { package: wanted, version } = PINNED[name];
  try {
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
    await promisify(execFile)('npm', ['install', ...quiet, `${wanted}@${version}`], { cwd: draft });
    renameSync(draft, place);
    return null;
  } catch {
    rmSync(draft, { recursive: true, force: true });
    return 'npm could not install it';
  }
}

function placeOf(name) {
  return join(cache(), `${name}-${PINNED[name].version}`);
}

function cache() {
  const base = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  return process.env.AGENTFLOW_BENCH_CACHE ?? join(base, 'agentflow-bench');
}
