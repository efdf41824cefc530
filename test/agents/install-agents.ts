import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { agentFolder, cacheFolder, PINNED_AGENTS, type PinnedAgent } from './pinned-agents.js';

/** Before the suite: installs the pinned programs that are not in the cache yet. */
export default async function installAgents(): Promise<void> {
  await mkdir(cacheFolder(), { recursive: true });
  for (const agent of PINNED_AGENTS) await install(agent);
}

/** Into a folder beside its place and then moved there, so that an interrupted installation is never taken for one. */
async function install(agent: PinnedAgent): Promise<void> {
  const place = agentFolder(agent);
  if (existsSync(place)) return;
  const folder = await mkdtemp(join(cacheFolder(), 'installing-'));
  try {
    await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
    const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', `${agent.package}@${agent.version}`];
    await promisify(execFile)('npm', args, { cwd: folder });
    await rename(folder, place);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    // Another run may have been faster.
    if (!existsSync(place)) throw new Error(`${agent.package}@${agent.version} cannot be installed: ${error}`);
  }
}
