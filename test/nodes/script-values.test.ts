import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Bench } from '../core/bench.js';
import { nodes } from '../core/bench.js';
import { createScriptBench } from './script-bench.js';

const VALUES = [
  `it's "quoted" \`and\` more`,
  '$(touch pwned) `touch pwned` ${process.exit(9)} $first.output $HOME',
  "'); process.exit(9); ('",
  '"""\nimport os; os._exit(9)\n"""',
  "''' + str(1/0) + '''",
  'line one\nline two\r\n\tthree\n',
  '</script><!-- --> */ // # {braces} {{double}} %s \\n \\u0041 \\',
  'separators \u2028 and \u2029, emoji 🦄, é, \u0000-free',
  '-rf --help',
  '{"a": [1, "$first.output", null]} is not JSON',
];

const JAVASCRIPT = `console.log(JSON.stringify([
  $first.output,
  '$first.output',
  "$first.output",
  \`$first.output\`,
  \`\${$first.output}\`,
  \`\${"$first.output"}\`,
  String.raw\`$first.output\`,
  "<$first.output>".slice(1, -1),
  /* $first.output is a comment */
]))`;

const PYTHON = `import json
print(json.dumps([
  $first.output,
  '$first.output',
  "$first.output",
  '''$first.output''',
  """$first.output""",
  r'$first.output',
  r"""$first.output""",
  f'$first.output',
  f"{'$first.output'}",
  b'$first.output'.decode(),
  "<$first.output>"[1:-1],
]))`;

describe.each([
  ['bun', JAVASCRIPT],
  ['node', JAVASCRIPT],
  ['uv', PYTHON],
])('in a script of %s', (runtime, script) => {
  test.each(VALUES)(
    'WHEN an output is %j THEN it arrives byte-equal in every literal and is never code',
    async (value) => {
      await using bench = await createBench();
      await bench.rig.write({ 'value.txt': `${value}\n` });
      const read = { id: 'read', depends_on: ['first'], script, runtime };
      await bench.finish(nodes({ id: 'first', bash: 'cat value.txt' }, read));
      const seen = JSON.parse((await bench.output('read')) ?? 'null') as string[];
      expect(new Set(seen)).toEqual(new Set([value]));
      expect(seen.length).toBeGreaterThanOrEqual(8);
    },
  );

  test('WHEN an output is JSON THEN a bare reference is the value, and in a literal it is the text', async () => {
    await using bench = await createBench();
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
    await using bench = await createBench();
    const length =
      runtime === 'uv' ? 'print(len($first.output))' : 'const text = $first.output; console.log(text.length)';
    const big = { id: 'first', bash: "head -c 5242880 /dev/zero | tr '\\0' \"'\"" };
    await bench.finish(nodes(big, { id: 'read', depends_on: ['first'], script: length, runtime }));
    expect(await bench.output('read')).toBe('5242880');
  });

  test('WHEN a field of an output that is no JSON is used THEN the node fails and says so', async () => {
    await using bench = await createBench();
    const read = { id: 'read', depends_on: ['first'], script: 'print($first.output.name)', runtime };
    await bench.finish(nodes({ id: 'first', bash: 'echo plain' }, read));
    const { failure } = await bench.task('read');
    expect(failure?.reason).toBe('bad-reference');
    expect(failure?.message).toContain('first');
  });
});

/** With a stand-in for uv, which cannot be had here: Python reads the code in either case. */
async function createBench(): Promise<Bench> {
  const bench = await createScriptBench();
  const uv = join(bench.rig.bin, 'uv');
  await writeFile(uv, '#!/bin/bash\nexec python3 "${@: -1}"\n');
  await chmod(uv, 0o755);
  return bench;
}
