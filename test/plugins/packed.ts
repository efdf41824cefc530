import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { NpmRegistry } from './npm-registry.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const execute = promisify(execFile);

/** The packages of this project that are published. */
export const PACKAGES = ['plugin-sdk', 'core', 'adapter-gemini', 'adapter-claude', 'cli'] as const;

/** The tarball of a package of this project, as `npm publish` would make it. */
export async function packFolder(folder: string): Promise<Buffer> {
  const target = await mkdtemp(join(tmpdir(), 'agentflow-packed-'));
  try {
    const args = ['pack', join(ROOT, folder), '--json', '--ignore-scripts', '--pack-destination', target];
    const { stdout } = await execute('npm', args, { cwd: target, maxBuffer: 2 ** 26 });
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
    return await readFile(join(target, filename));
  } finally {
    await rm(target, { recursive: true, force: true });
  }
}

/** Packs a package of this project, and publishes that. */
export async function publishFolder(registry: NpmRegistry, folder: string): Promise<void> {
  registry.publishTarball(await packageJsonOf(folder), await packFolder(folder));
}

/** Publishes a package that is installed here, as it is. */
export async function publishInstalled(registry: NpmRegistry, folder: string): Promise<void> {
  const path = join('node_modules', folder);
  const args = ['-cz', '--exclude=./node_modules', '--transform=s,^\\.,package,', '-C', join(ROOT, path), '.'];
  const { stdout } = await execute('tar', args, { encoding: 'buffer', maxBuffer: 2 ** 28 });
  registry.publishTarball(await packageJsonOf(path), stdout);
}

/** Publishes everything that the packages of this project need to run. */
export async function publishDependencies(registry: NpmRegistry): Promise<void> {
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; link?: boolean }>;
  };
  const needed = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link,
  );
  for (const [path] of needed)
    if (existsSync(join(ROOT, path))) await publishInstalled(registry, path.slice('node_modules/'.length));
}

async function packageJsonOf(folder: string): Promise<{ name: string; version: string }> {
  return JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8'));
}
