interface StrangeFile {
  readonly content: () => string;
  readonly code: number;
  /** How the report ends. */
  readonly end: string;
}

/** Files that no person writes, but which are read like any other. */
export const strangeFiles: Readonly<Record<string, StrangeFile>> = {
  'a megabyte of text before a thousand references to nothing': {
    content: () => nodes(`{id: x, bash: "${'x'.repeat(1_000_000)}${'$b.output '.repeat(1000)}"}`),
    code: 0,
    end: `
f.yaml:4:1010010  warning There is no node "b".
    4 | b.output $b.output $b.output $b.output $b.output "}
                                               ^^^^^^^^^
    hint: It stays as it is; write "\\$b.output" if that is meant.

✓ f.yaml is valid (1 node), with 1000 warnings
`,
  },
  'half a million references to nothing': {
    content: () =>
      `name: a\ndescription: b\nnodes:\n  - id: x\n    bash: |\n${'      $b.output $b.output\n'.repeat(250_000)}`,
    code: 0,
    end: `
f.yaml:506:7  warning There are 499000 more problems, here and elsewhere.
  506 |       $b.output $b.output
              ^^^^^^^^^
    hint: Correct the others first.

✓ f.yaml is valid (1 node), with 1001 warnings
`,
  },
  'an id and a wrong dependency of 30,000 characters': {
    content: () => nodes(`{id: ${'k'.repeat(30_000)}, bash: x, depends_on: [${'j'.repeat(30_000)}]}`),
    code: 3,
    end: `\n    hint: The nodes of this workflow are ${'k'.repeat(60)}…\n\n✗ f.yaml has 2 errors\n`,
  },
  'two stages of 15,000 tasks, each with a reference': {
    content: () => {
      const tasks = (stage: string, prompt: (index: number) => string) =>
        Array.from(
          { length: 15_000 },
          (_, index) => `{id: ${stage}${index}, executionMode: headless, prompt: ${prompt(index)}}`,
        ).join(',\n  ');
      const second = tasks('b', (index) => `$a${index}.output`);
      return `name: a\nadapter: claude\nstages: [{name: a, tasks: [${tasks('a', () => 'x')}]},\n  {name: b, tasks: [${second}]}]\n`;
    },
    code: 0,
    end: '✓ f.yaml is valid (30000 nodes)\n',
  },
  'a chain of 10,000 nodes that all refer to one before the last': {
    content: () => chain(10_000),
    code: 0,
    end: '✓ f.yaml is valid (10000 nodes)\n',
  },
};

function nodes(...items: readonly string[]): string {
  return `name: a\ndescription: b\nnodes:\n${items.map((item) => `  - ${item}\n`).join('')}`;
}

/** Each node depends on the one before it and refers to the one before that. */
export function chain(length: number): string {
  const items = Array.from({ length }, (_, index) => {
    const bash = index < 2 ? 'true' : `echo $n${index - 2}.output`;
    return `{id: n${index}, depends_on: [${index === 0 ? '' : `n${index - 1}`}], bash: '${bash}'}`;
  });
  return nodes(...items);
}
