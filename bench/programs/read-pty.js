// Reads all that `cat FILE` prints in a pseudo-terminal: read-pty.js LIBRARY FILE
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { printTime } from './stopwatch.js';

const [, , library, file] = process.argv;
const pty = createRequire(import.meta.url)(library);

await read('true', []); // the first one loads the library
await printTime(async () => {
  if ((await read('cat', [file])) < statSync(file).size) throw new Error('Not everything was read.');
});
process.exit();

async function read(command, args) {
  let bytes = 0;
  const terminal = pty.spawn(command, args, { cols: 80, rows: 24, encoding: null });
  terminal.onData((data) => {
    bytes += data.length;
  });
  await new Promise((resolve) => terminal.onExit(resolve));
  return bytes;
}
