import { appendFileSync, readFileSync } from 'node:fs';
import { test } from 'vitest';
import { AgentBench } from './agent-bench.js';
const big = (n: number) => `SAY:got it\n${'x'.repeat(60)}\n`.padEnd(n, 'lorem ipsum dolor\n');
const CASES: [string, string, object][] = [
  ['gemini', 'CALL:echo hi > made.txt', { permissions: 'edits' }],
  ['gemini', 'hi', { permissions: 'full' }], ['gemini', 'hi', { permissions: 'edits' }], ['gemini', 'hi', { permissions: 'ask' }], ['gemini', 'hi', { permissions: 'read-only' }],
  ['claude', big(100_000), {}], ['claude', big(200_000), {}],
  ['gemini', big(100_000), {}], ['gemini', big(200_000), {}],
  ['claude', 'TOOL:python3 -c 1', { permissions: 'edits' }],['claude', 'TOOL:python3 -c 1', { permissions: 'full' }],
  ['claude', 'TOOL:python3 -c 1', { allowed_tools: ['Bash(ls:*)'] }],['claude', 'TOOL:ls', { allowed_tools: ['Bash(ls:*)'] }],['claude', 'TOOL:ls', { allowed_tools: [] }], ['claude', 'TOOL:ls', { denied_tools: ['Bash'] }],
  ['claude', 'count', { output_format: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } }],
];
for (const [name, prompt, fields] of CASES) test(`${name} ${prompt.slice(0, 20)}`, async () => {
  await using bench = await AgentBench.create(name as 'claude');
  const t = Date.now();
  const run = await bench.ask(prompt, { timeout: 60000, ...fields });
  appendFileSync(`/tmp/ag5/out/more.txt`, `\n=== ${name} ${prompt.slice(0, 40)} ${prompt.length} ${JSON.stringify(fields)} ${Date.now() - t} ms\n` + JSON.stringify({ code: run.code, output: run.output?.slice(0, 300), failure: run.task.failure, usage: run.task.usage, exit: run.task.exitCode }) + '\n' + (await bench.reports()).map((r) => JSON.stringify(r).slice(0, 400)).join('\n') + '\nwarn ' + JSON.stringify(await bench.warnings()) + '\n' + bench.model.requests.map((r) => `REQ ${r.model} ${r.text.length} ${JSON.stringify(r.text.slice(0, 150))} ${r.tools.join(',')}`).join('\n') + '\n');
  if (prompt.startsWith('CALL')) appendFileSync('/tmp/ag5/out/more.txt', readFileSync(bench.bench.file('logs', 'ask.1.log'), 'utf8'));
});
