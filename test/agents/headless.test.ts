import { describe, expect, test } from 'vitest';
import { AgentBench } from './agent-bench.js';

describe.each(['claude', 'gemini'] as const)('the real %s, headless', (name) => {
  test('WHEN it is asked THEN its answer is the output of the task and of the run', async () => {
    await using bench = await AgentBench.create(name);
    const run = await bench.ask('Say hello.');
    expect([run.code, run.task.status, run.output, run.stdout]).toEqual([0, 'DONE', 'PONG Say hello.', 'PONG Say hello.\n']);
  });
});
