#!/usr/bin/env node
import { isatty } from 'node:tty';
// `@oclif/core/run` and not `@oclif/core`: the whole library takes a third longer to load.
import { run } from '@oclif/core/run';
import { settings } from '@oclif/core/settings';

// Always the built commands: NODE_ENV=test or development in the user's shell must not start a search for TypeScript.
settings.enableAutoTranspile = false;

const argv = process.argv.slice(2);
// oclif knows `-h` only after a command.
if (argv[0] === '-h') argv[0] = '--help';

const hasTerminal = [0, 1, 2].some(isatty);
const streams = [process.stdout, process.stderr];
const streamErrors = new WeakSet();
let outputError;
for (const stream of streams) stream.on('error', onStreamError);
process.on('uncaughtException', onUncaught);

run(argv, import.meta.url).then(exit, fail);

// A reader that left (`| head -1`) or a terminal that closed must not break a session that is saving itself.
function onStreamError(error) {
  streamErrors.add(error);
  if (error.code !== 'EPIPE' && error.code !== 'EIO') outputError ??= error;
}

// oclif throws every error of stdout again but EPIPE.
function onUncaught(error) {
  if (!streamErrors.has(error)) fail(error);
}

async function fail(error) {
  process.off('uncaughtException', onUncaught);
  const { reportStartError } = await import('../dist/report-start-error.js');
  await reportStartError(error, { argv, root: import.meta.url });
  await exit();
}

// Ends the process, since a timer or a socket that a plugin forgot must not keep a finished command alive.
async function exit() {
  await Promise.all(streams.map((stream) => new Promise((resolve) => stream.write('', resolve))));
  if (outputError) (await import('../dist/report-start-error.js')).reportOutputError(outputError);
  if (process.exitCode === 129 && hasTerminal) dieOfHangup();
  process.exit();
}

// Node may abort with a core dump when it exits after its terminal did (nodejs/node#51519).
function dieOfHangup() {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}
