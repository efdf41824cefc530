import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';

const ESCAPE = '\u001b';

/** Texts in a workflow that clear the screen, change the title or begin a line of their own. */
const VALID = String.raw`
name: "graph\nof \e[2J\x9bevil"
description: "two\nlines\e[31m"
adapter: demo
nodes:
  - id: a
    name: "\e]0;title\a"
    bash: echo hi
    when: "'\e[31m' == '\n\e[31m'"
  - id: b
    prompt: "it's\e[31m \\ \x9b"
    env: {TEXT: "\e[31m"}
    cwd: "f\e[31m"
    trigger_rule: all_done
    depends_on: [a]
  - id: c
    cancel: "for\e[31m\nno reason"
    trigger_rule: all_done
    depends_on: [b]
`;
const INVALID = String.raw`
name: x
"\e[31mred\a": 1
nodes:
  - {id: "a\e[2J", depends_on: ["\e]0;pwn\a"], adapter: "cl\e[5maude", prompt: hi, when: "$a\e == 1", command: "\x9b1m"}
`;

async function hostileProject(): Promise<TestRig> {
  const rig = await TestRig.create();
  await rig.write({
    '.agentflow/workflows/evil.yaml': VALID,
    '.agentflow/workflows/bad.yaml': INVALID,
    [`un${ESCAPE}[31m\nseen.yaml`]: VALID,
  });
  return rig;
}

test.each<[words: string[]]>([
  [['validate', 'evil']],
  [['validate', 'bad']],
  [['validate', `un${ESCAPE}[31m\nseen.yaml`]],
  [['validate', `${ESCAPE}[31m`]],
  [['graph', 'evil', '--format', 'text']],
  [['graph', 'evil', '--format', 'dot']],
  [['graph', 'evil', '--format', 'mermaid']],
  [['graph', 'bad']],
  [['workflows']],
  [['run', 'evil', '--dry-run']],
  [['run', 'evil', '--progress', 'plain']],
  [['run', 'bad']],
])('WHEN a workflow has control characters THEN agentflow %j lets none reach the terminal', async (words) => {
  await using rig = await hostileProject();
  const { stdout, stderr } = await rig.run(words);
  expect(stdout + stderr).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f]/);
});

test('WHEN a description has several lines THEN it stays in its row', async () => {
  await using rig = await hostileProject();
  const { stdout } = await rig.run('workflows');
  expect(stdout.split('\n').slice(0, 3)).toEqual([
    'NAME  FROM     DESCRIPTION',
    'bad   project  invalid: 6 errors, 1 warning; see agentflow validate .agentflow/workflows/bad.yaml',
    'evil  project  two lines',
  ]);
});

test('WHEN a name has several lines THEN a graph has it in one', async () => {
  await using rig = await hostileProject();
  const graph = async (format: string) => (await rig.run(`graph evil --format ${format}`)).stdout;
  expect(await graph('text')).toMatchInlineSnapshot(`
    "graph of evil (3 nodes, 3 layers)

    layer 1
      a  bash  when '' == ' '

    layer 2
      b  prompt · demo  ← a

    layer 3
      c  cancel  ← b
    "
  `);
  expect((await graph('dot')).split('\n')[0]).toBe('digraph "graph\\nof evil" {');
});

test('WHEN a command line has control characters THEN the dry run shows it so that a shell gets them', async () => {
  await using rig = await hostileProject();
  const { stdout } = await rig.run('run evil --dry-run');
  const prompt = / -- (\S.*)$/m.exec(stdout)?.[1] ?? '';
  expect(prompt).toBe(String.raw`$'it\'s\033[31m \\ \302\233'`);
  const { stdout: pasted } = await rig.spawn('bash', ['-c', `printf %s ${prompt}`]).exited;
  expect(pasted).toBe(`it's${ESCAPE}[31m \\ \u009b`);
});
