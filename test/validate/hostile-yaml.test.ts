import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { measure } from '../rig/measure.js';
import { TestRig } from '../rig/test-rig.js';
import { hostileFiles } from './hostile-files.js';

const AGENTFLOW = fileURLToPath(new URL('../../packages/cli/bin/run.js', import.meta.url));

test.each(Object.entries(hostileFiles))(
  'WHEN a file has %s THEN it is refused with a place and a hint, in less than 300 MB',
  async (_name, { content, expected }) => {
    await using rig = await TestRig.create();
    await rig.write({ 'f.yaml': content() });
    const { code, stdout, stderr, peakMegabytes } = await measure(rig, 'validate f.yaml', { heapMegabytes: 250 });
    expect({ stdout, stderr, code }).toEqual({ stdout: `${expected}\n✗ f.yaml has 1 error\n`, stderr: '', code: 3 });
    expect(peakMegabytes).toBeLessThan(300);
  },
);

test('WHEN a file has more mistakes than a person can read THEN the first thousand are shown and the rest is counted', async () => {
  await using rig = await TestRig.create();
  await rig.write({ 'f.yaml': `name: a\n${'k: 1\n'.repeat(50_000)}` });
  const { code, stdout } = await measure(rig, 'validate f.yaml', { heapMegabytes: 250 });
  expect({ code, end: stdout.split('\n').slice(-7).join('\n') }).toMatchInlineSnapshot(`
    {
      "code": 3,
      "end": "f.yaml:1003:1  There are 48999 more problems, here and elsewhere.
     1003 | k: 1
            ^
        hint: Correct the others first.

    ✗ f.yaml has 1001 errors
    ",
    }
  `);
});

test('WHEN a file never ends THEN no more of it is read than a workflow may have', async () => {
  await using rig = await TestRig.create();
  const { code, stdout, peakMegabytes } = await measure(rig, 'validate /dev/zero', { heapMegabytes: 250 });
  expect({ code, stdout }).toMatchInlineSnapshot(`
    {
      "code": 3,
      "stdout": "/dev/zero:1:1  The file has more than 10 MB, which is the most a workflow may have.
        hint: Look at its name: this may be a device.

    ✗ /dev/zero has 1 error
    ",
    }
  `);
  expect(peakMegabytes).toBeLessThan(300);
});

const VALID = ['name: a', 'description: b', 'nodes:', '  - id: x', '    bash: |', '      echo $nope.output', ''];

test.each([
  ['a byte order mark', `\ufeff${VALID.join('\n')}`],
  ['line ends of Windows', VALID.join('\r\n')],
  ['no last line end', VALID.join('\n').trimEnd()],
])('WHEN a file has %s THEN it is read, and places are right', async (_name, content) => {
  await using rig = await TestRig.create();
  await rig.write({ 'f.yaml': content });
  expect(await rig.run('validate f.yaml')).toEqual({
    code: 0,
    stdout: `f.yaml:6:12  warning There is no node "nope".
    6 |       echo $nope.output
                   ^^^^^^^^^^^^
    hint: It stays as it is; write "\\$nope.output" if that is meant.

✓ f.yaml is valid (1 node), with 1 warning
`,
    stderr: '',
  });
});

test('WHEN a file is the output of another program THEN it is read', async () => {
  await using rig = await TestRig.create();
  await rig.write({ 'f.yaml': VALID.join('\n') });
  await symlink(AGENTFLOW, join(rig.bin, 'agentflow'));
  const { code, stdout } = await rig.spawn('bash', ['-c', 'agentflow validate <(cat f.yaml)']).exited;
  expect({ code, end: stdout.split('\n').at(-2) }).toEqual({
    code: 0,
    end: expect.stringMatching(/^✓ \/dev\/fd\/\d+ is valid \(1 node\), with 1 warning$/),
  });
});

test('WHEN a file uses names of the prototype THEN they are names like any other', async () => {
  await using rig = await TestRig.create();
  await rig.write({
    'f.yaml': `name: a
description: b
__proto__: {polluted: 1}
nodes:
  - {id: __proto__, bash: echo, constructor: 1}
  - {id: constructor, bash: "echo $__proto__.output $toString.output", depends_on: [__proto__]}
  - {id: hasOwnProperty, toString: x}
`,
  });
  const { code, stdout } = await rig.run('validate f.yaml');
  expect(code).toBe(3);
  expect(stdout).toMatchInlineSnapshot(`
    "f.yaml:3:1  warning Nothing reads the key "__proto__" here.
        3 | __proto__: {polluted: 1}
            ^^^^^^^^^
        hint: It is ignored; take it out, or begin its name with "x-" to keep it as a note.

    f.yaml:5:33  warning Nothing reads the key "constructor" here.
        5 |   - {id: __proto__, bash: echo, constructor: 1}
                                            ^^^^^^^^^^^
        hint: It is ignored; take it out, or begin its name with "x-" to keep it as a note.

    f.yaml:6:53  warning There is no node "toString".
        6 |   - {id: constructor, bash: "echo $__proto__.output $toString.output", depends_on: [__proto__]}
                                                                ^^^^^^^^^^^^^^^^
        hint: It stays as it is; write "\\$toString.output" if that is meant.

    f.yaml:7:5  Node "hasOwnProperty" has no node type.
        7 |   - {id: hasOwnProperty, toString: x}
                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        hint: Give it one of prompt, command, bash, script, loop, approval, cancel.

    ✗ f.yaml has 1 error, 3 warnings
    "
  `);
});

test('WHEN an input or a variable is called __proto__ THEN it is refused instead of lost', async () => {
  await using rig = await TestRig.create();
  await rig.write({
    'f.yaml':
      'name: a\ndescription: b\ninputs: {__proto__: {default: 7}}\nnodes: [{id: x, bash: "true", env: {__proto__: x}}]\n',
  });
  expect((await rig.run('validate f.yaml')).stdout).toMatchInlineSnapshot(`
    "f.yaml:3:10  "__proto__" cannot be a name here.
        3 | inputs: {__proto__: {default: 7}}
                     ^^^^^^^^^
        hint: Give it another name.

    f.yaml:4:37  "__proto__" cannot be a name here.
        4 | nodes: [{id: x, bash: "true", env: {__proto__: x}}]
                                                ^^^^^^^^^
        hint: Give it another name.

    ✗ f.yaml has 2 errors
    "
  `);
});
