import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { NpmRegistry } from './npm-registry.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Packs a folder of this project as `npm publish` would, and publishes that. */
export async function publishFolder(registry: NpmRegistry, folder: string): Promise<void> {
  const target = await mkdtemp(join(tmpdir(), 'agentflow-packed-'));
  try {
    const args = ['pack', join(ROOT, folder), '--json', '--ignore-scripts', '--pack-destination', target];
    const { stdout } = await promisify(execFile)('npm', args, { cwd: target, maxBuffer: 2 ** 26 });
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
    const packageJson = JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8'));
    registry.publishTarball(packageJson, await readFile(join(target, filename)));
  } finally {
    await rm(target, { recursive: true, force: true });
  }
}

/** Publishes a package that is installed here, with everything it depends on. */
export async function publishInstalled(registry: NpmRegistry, name: string, known = new Set<string>()): Promise<void> {
  if (known.has(name)) return;
  known.add(name);
  const folder = join('node_modules', name);
  await publishFolder(registry, folder);
  const { dependencies = {} } = JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8'));
  for (const below of Object.keys(dependencies)) await publishInstalled(registry, below, known);
}
