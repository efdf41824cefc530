import { describe, expect, test } from 'vitest';
import { nodes } from '../core/bench.js';
import { usesInScripts, wasExecuted } from './injection.js';
import { createBenchWithRuntimes } from './script-bench.js';

describe.each(['bun', 'node', 'uv'] as const)('in a script of %s', (runtime) => {
  test('WHEN outputs hold anything at all THEN they arrive byte-equal in every literal and are never code', async () => {
    await using bench = await createBenchWithRuntimes();
    expect((await usesInScripts(bench, runtime)).filter(({ expected, got }) => got !== expected)).toEqual([]);
    expect(wasExecuted(bench)).toBe(false);
  });

  test('WHEN an output is JSON THEN a bare reference is the value, and in a literal it is the text', async () => {
    await using bench = await createBenchWithRuntimes();
    const json = '{"list": [1, -2.5, "three"], "yes": true, "nothing": null, "__proto__": {"x": 1}}';
    await bench.rig.write({ 'value.json': json });
    const print = runtime === 'uv' ? 'import json\nprint(json.dumps(' : 'console.log(JSON.stringify(';
    const items = '[$first.output, $first.output.list, $first.output.yes, $first.output.nothing, "$first.output"]';
    const read = { id: 'read', depends_on: ['first'], script: `${print}${items}))`, runtime };
    await bench.finish(nodes({ id: 'first', bash: 'cat value.json' }, read));
    const whole: unknown = JSON.parse(json);
    expect(JSON.parse((await bench.output('read')) ?? 'null')).toEqual([whole, [1, -2.5, 'three'], true, null, json]);
  });

  test('WHEN an output of 5 MB is used THEN it arrives whole', async () => {
    await using bench = await createBenchWithRuntimes();
    const length =
      runtime === 'uv' ? 'print(len($first.output))' : 'const text = $first.output; console.log(text.length)';
    const big = { id: 'first', bash: "head -c 5242880 /dev/zero | tr '\\0' \"'\"" };
    await bench.finish(nodes(big, { id: 'read', depends_on: ['first'], script: length, runtime }));
    expect(await bench.output('read')).toBe('5242880');
  });

  test('WHEN a field of an output that is no JSON is used THEN the node fails and says so', async () => {
    await using bench = await createBenchWithRuntimes();
    const read = { id: 'read', depends_on: ['first'], script: 'print($first.output.name)', runtime };
    await bench.finish(nodes({ id: 'first', bash: 'echo plain' }, read));
    const { failure } = await bench.task('read');
    expect(failure?.reason).toBe('bad-reference');
    expect(failure?.message).toContain('first');
  });
});
