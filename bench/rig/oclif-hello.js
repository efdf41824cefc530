import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { libraryOf } from './product.js';

const FILES = {
  'package.json': JSON.stringify({
    name: 'hello',
    version: '0.0.0',
    type: 'module',
    oclif: { bin: 'hello', dirname: 'hello', commands: './commands' },
  }),
  // As "oclif generate" writes it.
  'bin/run.js': "import { execute } from '@oclif/core';\nawait execute({ dir: import.meta.url });\n",
  'commands/hello.js': [
    "import { Command } from '@oclif/core';",
    'export default class Hello extends Command {',
    "  static description = 'Say hello.';",
    "  async run() { this.log('hello'); }",
    '}',
    '',
  ].join('\n'),
};

/** The smallest oclif program with one command and a manifest, on the oclif that agentflow uses. */
export async function writeOclifHello(folder) {
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const core = libraryOf('cli', '@oclif/core');
  mkdirSync(join(folder, 'node_modules/@oclif'), { recursive: true });
  symlinkSync(dirname(libraryOf('cli', '@oclif/core/package.json')), join(folder, 'node_modules/@oclif/core'));
  const { Plugin } = await import(core);
  const plugin = new Plugin({ root: folder, ignoreManifest: true, errorOnManifestCreate: true });
  await plugin.load();
  writeFileSync(join(folder, 'oclif.manifest.json'), JSON.stringify(plugin.manifest));
}
