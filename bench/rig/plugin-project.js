import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BIN } from './product.js';
import { runProcess } from './run-process.js';

/** Installs one small plugin in a folder, and writes a workflow that uses its node type. */
export async function installPlugin(bench, folder) {
  const source = bench.workspace.folder('plugin-source');
  for (const [name, text] of Object.entries(pluginFiles())) writeFileSync(join(source, name), text);
  const args = [BIN, 'plugins', 'install', source, '--yes'];
  const { failed } = await runProcess({ command: process.execPath, args, cwd: folder, env: bench.workspace.env });
  if (failed) throw new Error(`The plugin could not be installed: ${failed}`);
  writeFileSync(
    join(folder, 'flow.yaml'),
    `name: bench\ndescription: One node.\nnodes:\n  - id: a\n    ${typeOf(0)}: x\n`,
  );
}

/** Installs the plugin again, under other names, until there are `count`; no copy shares a file with another. */
export function multiplyPlugin(folder, count) {
  const lockFile = join(folder, '.agentflow/plugins.lock.json');
  const lock = readFileSync(lockFile, 'utf8');
  const { plugins } = JSON.parse(lock);
  for (let number = 1; number < count; number += 1) {
    const renamed = (text) => text.replaceAll(nameOf(0), nameOf(number)).replaceAll(typeOf(0), typeOf(number));
    plugins[nameOf(number)] = JSON.parse(renamed(lock)).plugins[nameOf(number)];
    copyPlugin(join(folder, '.agentflow/plugins'), number, renamed);
  }
  writeFileSync(lockFile, `${JSON.stringify({ ...JSON.parse(lock), plugins }, null, 2)}\n`);
  const names = Object.keys(plugins).map((name) => `  - ${name}\n`);
  writeFileSync(join(folder, 'agentflow.config.yaml'), `plugins:\n${names.join('')}`);
}

function copyPlugin(store, number, renamed) {
  const copy = join(store, nameOf(number));
  cpSync(join(store, nameOf(0)), copy, { recursive: true });
  const modules = join(copy, VERSION, 'node_modules');
  renameSync(join(modules, nameOf(0)), join(modules, nameOf(number)));
  for (const entry of readdirSync(copy, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath ?? entry.path, entry.name);
    if (entry.isFile()) writeFileSync(file, renamed(readFileSync(file, 'utf8')));
  }
}

const VERSION = '1.0.0';
const nameOf = (number) => `agentflow-bench-plugin-${number}-of-many`;
const typeOf = (number) => `benchtype${number}x`;

function pluginFiles() {
  const manifest = {
    name: nameOf(0),
    version: VERSION,
    type: 'module',
    agentflow: { apiVersion: 1, entry: './index.js', contributes: { nodeTypes: [typeOf(0)] } },
    peerDependencies: { '@agentflow/plugin-sdk': '^0.1' },
    peerDependenciesMeta: { '@agentflow/plugin-sdk': { optional: true } },
  };
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'index.js': `import { definePlugin } from '@agentflow/plugin-sdk';
const schema = { '~standard': { version: 1, vendor: 'bench', validate: (value) => ({ value }) } };
const run = async () => ({ status: 'done', output: '' });
export default definePlugin({ name: '${nameOf(0)}', apiVersion: 1, nodeTypes: { ${typeOf(0)}: { schema, run } } });
`,
  };
}

/** Takes the sessions away, so that every run begins with the plugins and nothing else. */
export function forgetSessions(folder) {
  rmSync(join(folder, '.agentflow/sessions'), { recursive: true, force: true });
}
