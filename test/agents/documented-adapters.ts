import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AdapterFactory, Plugin } from '@agentflow/plugin-sdk';

const PAGE = new URL('../../docs/agents.md', import.meta.url);

/** The config file that `docs/agents.md` shows below the heading of that name. */
export function documentedConfig(name: string): Promise<string> {
  return blockBelow(name, 'yaml');
}

async function blockBelow(name: string, language: 'yaml' | 'js'): Promise<string> {
  const below = (await readFile(PAGE, 'utf8')).split(`\n### ${name}\n`)[1]?.split('\n### ')[0];
  const block = below && new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(below)?.[1];
  if (!block) throw new Error(`docs/agents.md has no ${language} below "${name}".`);
  return block;
}

/** The adapter that `docs/agents.md` shows below the heading of that name, loaded as it stands there. */
export async function documentedAdapter(name: string): Promise<AdapterFactory> {
  const code = await blockBelow(name, 'js');
  const folder = await mkdtemp(join(tmpdir(), 'agentflow-docs-'));
  try {
    const file = join(folder, `${name}.mjs`);
    // A folder of its own has no packages: the SDK is named by its address.
    await writeFile(file, code.replaceAll("'@agentflow/plugin-sdk'", JSON.stringify(SDK)));
    const { default: plugin } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { default: Plugin };
    const factory = plugin.adapters?.[name];
    if (!factory) throw new Error(`The documented plugin has no adapter "${name}".`);
    return factory;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const SDK = new URL('../../packages/plugin-sdk/dist/index.js', import.meta.url).href;
