import { execFileSync } from 'node:child_process';
import { dagu } from './dagu.js';
import { just } from './just.js';
import { make } from './make.js';
import { ninja } from './ninja.js';
import { nx } from './nx.js';
import { install, isInstalled, PINNED } from './pinned.js';
import { bareSpawnToFiles, execaSpawn } from './spawners.js';
import { turbo } from './turbo.js';
import { wireit } from './wireit.js';

const ALL = [bareSpawnToFiles, execaSpawn, make, ninja, just, wireit, turbo, nx, dagu];

/** The peers that can be measured here, with their versions, and those that cannot, with the reason. */
export async function findPeers({ mayInstall, env, progress }) {
  const found = [];
  const missing = [];
  for (const peer of ALL) {
    if (peer.pinned && mayInstall) progress(`installing ${peer.name}`);
    const reason = await reasonFor(peer, { mayInstall, env });
    if (reason) missing.push({ who: peer.name, reason });
    else found.push({ ...peer, version: versionOf(peer, env) });
  }
  return { found, missing };
}

async function reasonFor({ pinned, onPath }, { mayInstall, env }) {
  if (pinned && mayInstall) return install(pinned);
  if (pinned) return isInstalled(pinned) ? null : 'not installed yet; a run without --quick does it';
  return onPath && firstLine(onPath, env) === null ? 'not on the PATH' : null;
}

function versionOf({ pinned, onPath }, env) {
  if (pinned) return PINNED[pinned].version;
  return onPath ? (/\d+(\.\d+)+/.exec(firstLine(onPath, env) ?? '')?.[0] ?? 'unknown') : process.version;
}

function firstLine(program, env) {
  try {
    return (
      execFileSync(program, ['--version'], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split(
        '\n',
      )[0] ?? ''
    );
  } catch {
    return null;
  }
}
