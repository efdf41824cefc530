// Runs a graph with nothing but a way to start processes: spawn-graph.js GRAPH pipe|file|execa [LIBRARY]
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [, , file, how, library] = process.argv;
const { nodes, concurrency } = JSON.parse(readFileSync(file, 'utf8'));
const start = await { pipe: async () => startOnPipes, file: async () => startOnFile, execa: startWithExeca }[how]();

const waitsFor = new Map(nodes.map(({ id, needs }) => [id, needs.length]));
const after = new Map(nodes.map(({ id }) => [id, []]));
for (const node of nodes) for (const need of node.needs) after.get(need).push(node);
const ready = nodes.filter(({ needs }) => needs.length === 0);
let next = 0;
let running = 0;
startReady();

function startReady() {
  for (; running < concurrency && next < ready.length; next += 1) {
    const node = ready[next];
    running += 1;
    start(node, (code) => finish(node, code));
  }
}

function finish(node, code) {
  running -= 1;
  if (code !== 0) process.exitCode = 1;
  for (const follower of after.get(node.id)) {
    waitsFor.set(follower.id, waitsFor.get(follower.id) - 1);
    if (waitsFor.get(follower.id) === 0) ready.push(follower);
  }
  startReady();
}

function startOnPipes({ command }, done) {
  const child = spawn('bash', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.on('data', (bytes) => process.stdout.write(bytes));
  child.stderr.on('data', (bytes) => process.stderr.write(bytes));
  child.on('close', done);
}

function startOnFile({ id, command }, done) {
  const log = openSync(join(dirname(file), `${id}.log`), 'w');
  const child = spawn('bash', ['-c', command], { stdio: ['ignore', log, log] });
  closeSync(log);
  child.on('exit', done);
}

async function startWithExeca() {
  const { execa } = await import(library);
  return ({ command }, done) => {
    execa('bash', ['-c', command], { stdin: 'ignore', reject: false }).then(({ exitCode }) => done(exitCode));
  };
}
