// Reads all that `cat FILE` prints through our runner: read-agent-runner.js bytes|text FILE
import { statSync } from 'node:fs';
import { AgentRunner } from '../../packages/core/dist/index.js';
import { printTime } from './stopwatch.js';

const [, , what, file] = process.argv;

await read('true', []); // the first one loads the library
await printTime(async () => {
  if ((await read('cat', [file])) < statSync(file).size) throw new Error('Not everything was read.');
});
process.exit();

async function read(command, args) {
  let size = 0;
  const runner = new AgentRunner({ launch: { command, args }, cwd: process.cwd(), env: { PATH: process.env.PATH } });
  if (what === 'text') runner.on('data', () => {});
  runner.on('bytes', (bytes) => {
    size += bytes.length;
  });
  const over = new Promise((resolve) => runner.once('exit', resolve));
  const started = await runner.start();
  if (!started.ok) throw new Error(started.error.message);
  await over;
  return size;
}
