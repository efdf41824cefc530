import { describe, expect, test } from 'vitest';
import { nodes } from '../core/bench.js';
import { markedSleep, noneLeft, running } from '../faults/marked-processes.js';
import { AgentBench } from './agent-bench.js';

describe.each(['claude', 'gemini'] as const)('the real %s is stopped', (name) => {
  test('WHEN Ctrl-C comes while it waits for the model THEN nothing of it is left', async () => {
    await using bench = await AgentBench.create(name);
    const prompt = `DELAY:600000 ${crypto.randomUUID()}`;
    await bench.bench.write(nodes(bench.node({ prompt })));
    const run = bench.start();
    await bench.model.asked();
    run.kill('SIGINT');
    expect((await run.exited).code).toBe(130);
    await noneLeft(prompt, 30_000);
    expect((await bench.bench.session()).status).toBe('INTERRUPTED');
  });

  test('WHEN Ctrl-C comes while its tool runs THEN the tool is gone too', async () => {
    await using bench = await AgentBench.create(name);
    const command = markedSleep();
    // Only the tool itself has one space there: the agent's own command line has the prompt.
    const asked = command.replace(' ', '  ');
    await bench.bench.write(nodes(bench.node({ prompt: `TOOL:${asked}` })));
    const run = bench.start();
    await running(command);
    run.kill('SIGINT');
    expect((await run.exited).code).toBe(130);
    await noneLeft(command, 30_000);
    await noneLeft(asked, 30_000);
  });
});

test('WHEN Ctrl-C ends the real claude at work THEN what it had read is known', async () => {
  await using bench = await AgentBench.create('claude');
  await bench.bench.write(nodes(bench.node({ prompt: `TOOL:${markedSleep()}`, permissions: 'full' })));
  const run = bench.bench.run(['--json'], { env: bench.env });
  await run.waitFor(({ stdout }) => stdout.includes('"type":"usage"'));
  run.kill('SIGINT');
  expect((await run.exited).code).toBe(130);
  const { usage, unknownUsage } = await bench.bench.session();
  expect([usage, unknownUsage]).toEqual([
    { inputTokens: 11, outputTokens: null, costUsd: null },
    { tokens: 1, cost: 1 },
  ]);
});
