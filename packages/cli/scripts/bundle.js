// Writes dist/agentflow.cjs: every command with the libraries that it uses, as one script (see bin/load-bundle.js).
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { notices } from './notices.js';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const PACKAGES = dirname(PACKAGE.replace(/[\\/]$/, ''));
const ENTRY = join(PACKAGE, 'dist', 'bundle-entry.js');

// Loaded from their own packages: adapters as any plugin, native code, and what few people need.
const EXTERNAL = [/^@agentflow\/adapter-/, /^node-pty/, /^jiti$/, /^typescript$/, /^@oclif\/plugin-/];

const { commands } = JSON.parse(readFileSync(join(PACKAGE, 'oclif.manifest.json'), 'utf8'));

const bundle = await rolldown({
  input: ENTRY,
  platform: 'node',
  external: EXTERNAL,
  plugins: [
    { name: 'entry', resolveId: (id) => (id === ENTRY ? id : null), load: (id) => (id === ENTRY ? entry() : null) },
    { name: 'places', transform: keepPlaces },
  ],
  onLog: failOnWarning,
});
const { output } = await bundle.generate({
  format: 'cjs',
  codeSplitting: false,
  minify: { mangle: false, compress: false },
});
const [{ code, modules }] = output;
const text = `(function (exports, require, module, __filename, __dirname, importModule) {${toAscii(withoutImports(code))}\n})`;
const digest = createHash('sha256').update(text).digest('hex');
replaceFile(join(PACKAGE, 'dist', 'THIRD-PARTY-NOTICES.txt'), notices(Object.keys(modules)));
replaceFile(join(PACKAGE, 'dist', 'agentflow.cjs'), `// ${digest}\n${text}\n`);

function entry() {
  const table = Object.keys(commands).map((id) => {
    const { relativePath } = commands[id];
    return `${JSON.stringify(id)}: () => import(${JSON.stringify(join(PACKAGE, ...relativePath))})`;
  });
  return `import { main as start } from ${JSON.stringify(join(PACKAGE, 'dist', 'main.js'))};
    const table = { ${table.join(',\n')} };
    export const main = (argv) => start(argv, require('node:path').join(__dirname, '..'), table);`;
}

/** In the bundle a module of ours is still at its own place, where the files beside it are. */
function keepPlaces(code, id) {
  if (!code.includes('import.meta') || !id.startsWith(PACKAGES + sep)) return null;
  const [name, ...path] = relative(PACKAGES, id).split(sep);
  const folder =
    name === 'cli'
      ? 'require("node:path").join(__dirname, "..")'
      : `require("node:path").dirname(require.resolve("@agentflow/${name}/package.json"))`;
  const url = `require("node:url").pathToFileURL(require("node:path").join(${folder}, ${JSON.stringify(path.join('/'))})).href`;
  return code
    .replaceAll('import.meta.url', url)
    .replace(/import\.meta\.resolve\(/g, '(id => require("node:url").pathToFileURL(require.resolve(id)).href)(');
}

/** A script that comes with compiled code cannot `import()` on Node 20, so the function of its loader does. */
function withoutImports(code) {
  return code.replace(/\bawait import\(/g, 'await importModule(');
}

/** So that it can be read as Latin-1, without decoding. */
function toAscii(code) {
  return code.replace(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function failOnWarning(level, { message }) {
  if (level === 'warn') throw new Error(message);
}

/** Renamed into place, so that a CLI that starts during a build reads a whole file. */
function replaceFile(file, text) {
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}
