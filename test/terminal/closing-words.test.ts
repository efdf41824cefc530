import { expect, test } from 'vitest';
import { Bench, nodes } from '../core/bench.js';

test('WHEN many tasks fail THEN the end tells of three, and how many more there are', async () => {
  await using bench = await Bench.create();
  const all = Array.from({ length: 12 }, (_, index) => ({ id: `task-${index + 1}`, bash: 'exit 3' }));
  const { code, stderr } = await bench.finish(nodes(...all));
  expect(code).toBe(1);
  expect(stderr.slice(stderr.indexOf('✗'))).toBe(
    [
      ...['task-1', 'task-2', 'task-3'].map((id) => `✗ ${id} failed: Exit code 3.\n`),
      '… and 9 more failed\n',
      '✗ flow failed  12 failed · 0 ms',
      `  Tasks ${all
        .slice(0, 10)
        .map(({ id }) => `"${id}"`)
        .join(', ')} and 2 more failed.`,
      '  continue: agentflow resume s1',
      '  details:  agentflow status s1\n',
    ].join('\n'),
  );
});
