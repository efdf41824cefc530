import assert from 'node:assert/strict';
import type { AdapterFactory, ExecutionMode } from '../../adapter.js';
import { createUnderTest, modesOf } from './adapter-under-test.js';
import { catchWrites } from './catch-writes.js';
import { type ConformanceCase, conformanceCase } from './conformance-case.js';

/** Prompts that programs like to misread. */
const PROMPTS: Readonly<Record<string, string>> = {
  'an empty prompt': '',
  'a prompt with newlines': 'first\n\n  second\n',
  'a prompt with quotes': `it's "quoted" \\ \``,
  'a prompt with a command substitution': '$(id) ${HOME} %PATH%',
  'a prompt that begins with a dash': '--help',
  'a prompt with emoji': 'grüße 👩‍💻',
  'a prompt of 100 KB': 'x'.repeat(100_000),
  'the prompt that stands for one in a file':
    'Your task is in the file /a/b.md. Read the whole file, then do what it says.',
};

/** How a program is started, as a pure function. */
export function launchCases(factory: AdapterFactory): ConformanceCase[] {
  const modes = modesOf(createUnderTest(factory));
  return [
    conformanceCase('it has a mode', () => assert.notEqual(modes.length, 0, 'Neither mode can be launched.')),
    conformanceCase('it has the name it was given', () =>
      assert.equal(createUnderTest(factory, { name: 'some name' }).name, 'some name'),
    ),
    conformanceCase('nothing is written to stdout while it is made and asked', () => writesNothing(factory, modes)),
    ...(modes.includes('headless')
      ? [
          conformanceCase('a headless launch without a prompt is refused', () => {
            assert.throws(() => createUnderTest(factory).getLaunchConfig('headless'));
          }),
        ]
      : []),
    ...(modes.includes('interactive')
      ? [
          conformanceCase('an interactive launch without a prompt has no prompt', () => {
            const { args } = createUnderTest(factory).getLaunchConfig('interactive', MARK);
            const known = new Set(args.map((argument) => argument.replaceAll(MARK, '')));
            const without = createUnderTest(factory).getLaunchConfig('interactive').args;
            assert.deepEqual(
              without.filter((argument) => !known.has(argument)),
              [],
            );
          }),
        ]
      : []),
    ...modes.flatMap((mode) => casesOf(factory, mode)),
  ];
}

function casesOf(factory: AdapterFactory, mode: ExecutionMode): ConformanceCase[] {
  const launch = (prompt: string, extraArgs?: readonly string[]) =>
    createUnderTest(factory).getLaunchConfig(mode, prompt, extraArgs);
  return [
    conformanceCase(`${mode}: two launches are equal, of one instance and of two`, () => {
      const adapter = createUnderTest(factory);
      const first = adapter.getLaunchConfig(mode, 'P', ['--flag']);
      assert.deepEqual(adapter.getLaunchConfig(mode, 'P', ['--flag']), first);
      assert.deepEqual(launch('P', ['--flag']), first);
    }),
    ...Object.entries(PROMPTS).map(([name, prompt]) =>
      conformanceCase(`${mode}: ${name} is in one argument, unaltered, and in no other`, () => {
        const { args: without, ...others } = launch(MARK);
        assert.ok(!JSON.stringify(others).includes(MARK), 'The prompt is somewhere else than in the arguments, too.');
        const place = without.findIndex((argument) => argument.endsWith(MARK));
        assert.notEqual(place, -1, 'The prompt is not at the end of any argument.');
        assert.deepEqual(
          launch(prompt).args,
          without.map((argument) => argument.replaceAll(MARK, () => prompt)),
        );
        assert.equal(without.filter((argument) => argument.includes(MARK)).length, 1);
      }),
    ),
    conformanceCase(`${mode}: a prompt with a NUL character is refused`, () => {
      assert.throws(() => launch('a\0b'));
    }),
    conformanceCase(`${mode}: extra arguments stand in their order, unaltered, before the prompt`, () => {
      const { args } = launch(MARK, [...EXTRA]);
      const start = args.indexOf('--flag');
      assert.deepEqual(args.slice(start, start + EXTRA.length), EXTRA);
      assert.ok(start + EXTRA.length <= args.findIndex((argument) => argument.includes(MARK)));
      assert.deepEqual(args.toSpliced(start, EXTRA.length), launch(MARK).args, 'They change other arguments.');
    }),
    conformanceCase(`${mode}: the given list of extra arguments is left as it was`, () => {
      const extra = Object.freeze(['--flag']);
      launch('P', extra);
      assert.deepEqual(extra, ['--flag']);
    }),
  ];
}

const MARK = 'conformance-prompt-7f3a';
/** An empty one, one with blanks and one that comes twice mean something to the program. */
const EXTRA = ['--flag', 'a b', '', ' c ', '--other=x', '-z', '--flag', 'd'];

function writesNothing(factory: AdapterFactory, modes: readonly ExecutionMode[]): void {
  const written: unknown[] = [];
  catchWrites(written, () => {
    const adapter = createUnderTest(factory);
    for (const mode of modes) {
      adapter.getLaunchConfig(mode, 'P');
      adapter.mapOptions?.(mode, { model: 'm' });
    }
  });
  assert.deepEqual(written, []);
}
