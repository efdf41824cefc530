import { chain } from './strange-files.js';

interface HostileFile {
  readonly content: () => string | Uint8Array;
  /** The diagnostic, whole. */
  readonly expected: string;
}

const HEAD = 'name: a\ndescription: b\nnodes: [{id: x, bash: "true"}]\n';

/** Files that no person writes, and what is said about them. */
export const hostileFiles: Readonly<Record<string, HostileFile>> = {
  'an alias bomb': {
    content: () => {
      const levels = Array.from({ length: 20 }, (_, level) => {
        const item = level === 0 ? 'x' : `*a${level - 1}`;
        return `a${level}: &a${level} [${Array(10).fill(item).join(', ')}]\n`;
      });
      return `${levels.join('')}${HEAD}`;
    },
    expected: `f.yaml:5:45  The aliases up to here expand to more than 100,000 values.
    5 | a4: &a4 [*a3, *a3, *a3, *a3, *a3, *a3, *a3, *a3, *a3, *a3]
                                                    ^^^
    hint: Write the values out where they are needed.
`,
  },
  'an alias inside its own anchor': {
    content: () => 'name: a\ndescription: b\nnodes: &n [{id: x, bash: y, z: *n}]\n',
    expected: `f.yaml:3:32  The alias "*n" has no anchor "&n" before it, or is inside it.
    3 | nodes: &n [{id: x, bash: y, z: *n}]
                                       ^^
    hint: Put "&n" before the value that is meant, above this line, or quote the text.
`,
  },
  '100,000 nested brackets': {
    content: () => `${HEAD}x: ${'['.repeat(100_000)}${']'.repeat(100_000)}\n`,
    expected: `f.yaml:4:104  Values are nested more than 100 levels deep.
    4 | [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
                                               ^
    hint: No workflow needs this; write it flatter.
`,
  },
  '100,000 nested braces': {
    content: () => `${HEAD}x: ${'{a: '.repeat(100_000)}${'}'.repeat(100_000)}\n`,
    expected: `f.yaml:4:404  Values are nested more than 100 levels deep.
    4 | a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a:
                                               ^
    hint: No workflow needs this; write it flatter.
`,
  },
  '100,000 nested list items': {
    content: () => `${HEAD}x:\n ${'- '.repeat(100_000)}y\n`,
    expected: `f.yaml:5:202  Values are nested more than 100 levels deep.
    5 |  - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - -
                                               ^
    hint: No workflow needs this; write it flatter.
`,
  },
  '101 nested lines': {
    content: () => `${HEAD}${Array.from({ length: 102 }, (_, depth) => `${' '.repeat(depth)}k:\n`).join('')}`,
    expected: `f.yaml:104:101  Values are nested more than 100 levels deep.
  104 |                                        k:
                                               ^^
    hint: No workflow needs this; write it flatter.
`,
  },
  '4,000 nested lines': {
    content: () => `${HEAD}${Array.from({ length: 4000 }, (_, depth) => `${' '.repeat(depth)}k:\n`).join('')}`,
    expected: `f.yaml:4003:4000  Values are nested more than 100 levels deep.
 4003 |                                        k:
                                               ^
    hint: No workflow needs this; write it flatter.
`,
  },
  '50 MB': {
    content: () => `${HEAD}# ${'x'.repeat(50_000_000)}\n`,
    expected: `f.yaml:1:1  The file has 50.0 MB; a workflow may have at most 10 MB.
    hint: Put long texts into command files or scripts.
`,
  },
  'five million values': {
    content: () => `x: [${'a,'.repeat(4_900_000)}]\n`,
    expected: `f.yaml:1:500002  The file is too large: parsed it would take more than 200 MB.
    1 | a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,
                                               ^
    hint: Split the workflow, or put long texts into command files or scripts.
`,
  },
  'nine million line ends': {
    content: () => `${'\n'.repeat(9_000_000)}${HEAD}`,
    expected: `f.yaml:500001:1  The file is too large: parsed it would take more than 200 MB.
    hint: Split the workflow, or put long texts into command files or scripts.
`,
  },
  'four million comments': {
    content: () => `${'#\n'.repeat(4_500_000)}${HEAD}`,
    expected: `f.yaml:250001:1  The file is too large: parsed it would take more than 200 MB.
250001 | #
         ^
    hint: Split the workflow, or put long texts into command files or scripts.
`,
  },
  '200,000 keys of one name': {
    content: () => `name: a\n${'k: x\n'.repeat(200_000)}`,
    expected: `f.yaml:125001:1  The file is too large: parsed it would take more than 200 MB.
125001 | k: x
         ^
    hint: Split the workflow, or put long texts into command files or scripts.
`,
  },
  'four million brackets that close nothing': {
    content: () => `${HEAD}x: ${']'.repeat(4_000_000)}\n`,
    expected: `f.yaml:4:499979  The file is too large: parsed it would take more than 200 MB.
    4 | ]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
                                               ^
    hint: Split the workflow, or put long texts into command files or scripts.
`,
  },
  'a million references in double quotes': {
    content: () => `${HEAD.replace('"true"', `"${'$b.output '.repeat(900_000)}"`)}`,
    expected: `f.yaml:3:23  The file is too large: parsed it would take more than 200 MB.
    3 | nodes: [{id: x, bash: "$b.output $b.output $b.output $b.output $b.output $b.output $b.output $b.output $b.outp
                              ^
    hint: Split the workflow, or put long texts into command files or scripts.
`,
  },
  'nine million parentheses in a condition': {
    content: () => `${HEAD.replace('"true"', `"true", when: ${'('.repeat(9_000_000)}`)}`,
    expected: `f.yaml:3:5037  The expression is too long.
    3 | ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((
                                               ^
    hint: Let a bash or script node decide, and ask for its output.
`,
  },
  'two million lines in a text': {
    content: () => `${HEAD}x: |\n${'  a\n'.repeat(2_000_000)}`,
    expected: `f.yaml:5:1  The file is too large: parsed it would take more than 200 MB.
    5 |   a
        ^
    hint: Split the workflow, or put long texts into command files or scripts.
`,
  },
  'a chain of 40,000 nodes': {
    content: () => chain(40_000),
    expected: `f.yaml:29415:8  The file is too large: parsed it would take more than 200 MB.
29415 |   - {id: n29411, depends_on: [n29410], bash: 'echo $n29409.output'}
               ^
    hint: Split the workflow, or put long texts into command files or scripts.
`,
  },
  'nine million quotes': {
    content: () => `${HEAD}x: ${"'".repeat(9_000_001)}\n`,
    expected: `f.yaml:4:4  This quote is never closed.
    4 | x: '''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''''
           ^
    hint: Write the same quote at the end of the text.
`,
  },
  'an unknown tag': {
    content: () => `${HEAD}x: !!python/object/apply:os.system [reboot]\n`,
    expected: `f.yaml:4:4  "!!python/object/apply:os.system" is a tag, which has no meaning in a workflow.
    4 | x: !!python/object/apply:os.system [reboot]
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    hint: Take it out, or put the text in quotes.
`,
  },
  'a key twice': {
    content: () => 'name: a\ndescription: b\nnodes:\n  - id: x\n    bash: a\n    bash: b\n',
    expected: `f.yaml:6:5  The key "bash" is here a second time.
    6 |     bash: b
            ^^^^
    hint: Keep one of them.
`,
  },
  'a tab as indentation': {
    content: () => 'name: a\ndescription: b\nnodes:\n  - id: x\n\tbash: a\n',
    expected: `f.yaml:5:1  Tabs are not allowed as indentation.
    5 | 	bash: a
        ^
    hint: Indent with spaces.
`,
  },
  'a key that is a list': {
    content: () => `${HEAD}? [a, b]\n: c\n`,
    expected: `f.yaml:4:3  A key must be a plain text.
    4 | ? [a, b]
          ^^^^^^
    hint: Write a single word or a quoted text before the ":".
`,
  },
  'a NUL': {
    content: () => `${HEAD}x: "a\0b"\n`,
    expected: `f.yaml:4:6  The control character U+0000 is not allowed in YAML.
    4 | x: "a�b"
             ^
    hint: Take it out.
`,
  },
  'bytes that are not UTF-8': {
    content: () => Buffer.from(`${HEAD}x: caf\u00e9\n`, 'latin1'),
    expected: `f.yaml:4:7  The file is not valid UTF-8.
    4 | x: caf�
              ^
    hint: Save it with the encoding UTF-8.
`,
  },
  'the encoding UTF-16': {
    content: () => Buffer.from(`\ufeff${HEAD}`, 'utf16le'),
    expected: `f.yaml:1:1  The file is not valid UTF-8.
    1 | ��n�a�m�e�:� �a�
        ^
    hint: Save it with the encoding UTF-8.
`,
  },
  'a quote that is never closed': {
    content: () => `${HEAD}goal: "Ship it\ntags: []\n`,
    expected: `f.yaml:4:7  This quote is never closed.
    4 | goal: "Ship it
              ^
    hint: Write the same quote at the end of the text.
`,
  },
  'two documents': {
    content: () => `${HEAD}---\n${HEAD}`,
    expected: `f.yaml:4:1  A second document begins here.
    4 | ---
        ^^^
    hint: Put each workflow into a file of its own.
`,
  },
  'no value at all': {
    content: () => '# nothing\n',
    expected: `f.yaml:1:1  The file is empty.
    1 | # nothing
        ^
    hint: Begin with "name:", then "stages:" or "nodes:".
`,
  },
  'only a list': {
    content: () => '- a\n- b\n',
    expected: `f.yaml:1:1  A workflow is a mapping.
    1 | - a
        ^^^
    hint: Begin with "name:", then "stages:" or "nodes:".
`,
  },
};
