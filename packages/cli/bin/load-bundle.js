// Loads the bundled command line with the code that V8 compiled for an earlier run of the same command: without it
// compiling takes longer than everything else at the start. Node 20 has no `module.enableCompileCache`.
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const os = require('node:os');
const { dirname, isAbsolute, join } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');

const DIST = join(__dirname, '..', 'dist');
const FILE = join(DIST, 'agentflow.cjs');
const HASH_LENGTH = 32;

// AgentFlow mostly waits. V8 would optimise functions that run for microseconds per task, which costs more than it
// gives, also in memory that each new process shares for a moment; what runs for long is still optimised.
setFlagsFromString('--interrupt-budget=1500000');

/** `command` is the first word of the command line: each command has the code that it needs, and not that of others. */
exports.loadBundle = (command = '') => {
  const source = readFileSync(FILE, 'latin1');
  const cache = process.env.NODE_DISABLE_COMPILE_CACHE ? undefined : attempt(() => compileCache(command, source));
  const script = new Script(source, { filename: FILE, cachedData: cache?.read() });
  if (cache && script.cachedDataRejected !== false)
    process.once('exit', () => attempt(() => cache.write(script.createCachedData())));
  const bundle = { exports: {} };
  script.runInThisContext()(bundle.exports, createRequire(FILE), bundle, FILE, DIST, (name) => import(name));
  return bundle.exports;
};

function compileCache(command, source) {
  const commands = join(DIST, 'commands');
  const isCommand =
    /^[a-z][a-z-]*$/.test(command) && [`${command}.js`, command].some((x) => existsSync(join(commands, x)));
  const name = `${isCommand ? command : 'agentflow'}-${process.version}-${process.arch}.bin`;
  const files = [join(DIST, '.cache', name), join(userCache(), 'agentflow', 'compiled', name)];
  // V8 compares only the length of the source, and trusts what it is given.
  const seal = (code) =>
    createHash('sha256')
      .update(source.slice(0, source.indexOf('\n')))
      .update(code)
      .digest();
  return {
    read: () => firstOf(files, (file) => openSealed(readFileSync(file), seal)),
    write: (code) => firstOf(files, (file) => replaceFile(file, Buffer.concat([seal(code), code]))),
  };
}

function userCache() {
  const { XDG_CACHE_HOME = '' } = process.env;
  return isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(os.homedir(), '.cache');
}

function openSealed(bytes, seal) {
  const code = bytes.subarray(HASH_LENGTH);
  if (!seal(code).equals(bytes.subarray(0, HASH_LENGTH))) throw new Error('not of this bundle');
  return code;
}

/** Renamed into place, so that who reads at the same time finds all of it. */
function replaceFile(file, bytes) {
  const draft = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(draft, bytes, { mode: 0o600 });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** What `use` gives for the first of `files` that it does not fail for. */
function firstOf(files, use) {
  for (const file of files) {
    const result = attempt(() => ({ value: use(file) }));
    if (result) return result.value;
  }
}

/** A start needs no cache, so whatever goes wrong with it costs only time. */
function attempt(action) {
  try {
    return action();
  } catch {
    return undefined;
  }
}
