import { expect, test } from 'vitest';
import { usesInBash, usesInScripts, usesInTexts, wasExecuted } from '../nodes/injection.js';
import { createBenchWithRuntimes } from '../nodes/script-bench.js';
import { Fault } from './report.js';

test.each([
  { where: 'bash', uses: usesInBash },
  { where: 'a script of bun', uses: (bench) => usesInScripts(bench, 'bun') },
  { where: 'a script of node', uses: (bench) => usesInScripts(bench, 'node') },
  { where: 'a script of uv', uses: (bench) => usesInScripts(bench, 'uv') },
  { where: 'prompts, conditions, questions and reasons', uses: usesInTexts },
] satisfies { where: string; uses: typeof usesInBash }[])(
  'row 13: WHEN hostile outputs are used in $where THEN they arrive byte-equal and nothing is executed',
  async ({ where, uses }) => {
    await using bench = await createBenchWithRuntimes();
    const fault = new Fault(13, `hostile outputs in ${where}`);
    const all = await uses(bench);
    expect(all.length).toBeGreaterThanOrEqual(40);
    const executed = wasExecuted(bench);
    await fault.tryEach(all, async ({ place, value, expected, got }) => {
      expect({ place, value, got, executed }).toEqual({ place, value, got: expected, executed: false });
    });
  },
);
