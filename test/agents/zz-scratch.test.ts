import { appendFileSync } from 'node:fs';
import { test } from 'vitest';
import { AgentBench } from './agent-bench.js';
const CASES: [string, object][] = [
  ['TOOL:echo hi > made.txt', { permissions: 'full' }],
  ['TOOL:echo hi > made.txt', { permissions: 'edits' }],
  ['CALL:echo hi > made.txt', { permissions: 'edits' }],
  ['TOOL:echo hi > made.txt', { permissions: 'ask' }],
  ['CALL:echo hi > made.txt', { permissions: 'ask' }],
  ['CALL:echo hi > made.txt', { permissions: 'read-only' }],
  ['STATUS:401', {}], ['STATUS:403', {}], ['STATUS:500', {}], ['STATUS:429', {}], ['STATUS:400', {}], ['STATUS:529', {}], ['DROP: SAY:half', {}],
  ['/help', {}],
  ['--help', {}], ['-', {}], ['SAY:', {}],
  ['hi', { model: 'some-model' }],
];
for (const name of ['claude', 'gemini'] as const) for (const [prompt, fields] of CASES) test(`${name} ${prompt}`, async () => {
  await using bench = await AgentBench.create(name);
  const t = Date.now();
  const run = await bench.ask(prompt, { timeout: 60000, ...fields });
  appendFileSync(`/tmp/ag5/out/${name}.txt`, `\n=== ${prompt} ${JSON.stringify(fields)} ${Date.now() - t} ms\n` + JSON.stringify({ code: run.code, output: run.output, failure: run.task.failure, usage: run.task.usage, exit: run.task.exitCode }, null, 1) + '\n' + (await bench.reports()).map((r) => JSON.stringify(r)).join('\n') + '\nwarn ' + JSON.stringify(await bench.warnings()) + '\n' + bench.model.requests.map((r) => `REQ ${r.model} ${JSON.stringify(r.text.slice(0, 100))} ${r.tools.length}`).join('\n') + '\n');
});
