import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bashPrelude, bashValuesFile } from './bash-prelude.js';
import type { ReferenceValues } from './reference-values.js';
import { renderBash } from './render-bash.js';
import { renderScript } from './render-script.js';

vi.setConfig({ testTimeout: 60_000 });

const REFERENCES = ['$v.output', '\\$v.output', '$v.output.a', '$v.status', '$v.exit_code', '$GOAL', '$who.output'];

const BASH = [
  ...`' " \` \\ $ $( $(( \${ ) )) } { ( ; ;; & && | |& > >& < << <<- <<< <( $' $" $[ [ ] [[ ]] # = += ! ~ * ? @(`.split(
    ' ',
  ),
  ...'x x= x=( a[ ${x:= ${x- ${x# ${x/ ${a[ ${x: EOF eval bash -c if then fi for in do done case esac'.split(' '),
  ...'function coproc time declare -i -A -n read printf -v %q echo cat export -f set -a source . let trap'.split(' '),
  ' ',
  '\t',
  '\n',
  '\\\n',
  "<<'EOF'\n",
  '<<EOF\n',
  '\nEOF\n',
];

const SCRIPT = [
  ...`' " \` \\ $ \${ { } ( ) [ ] / // /* */ # : ; , . => ++ -- ! = ''' """ f" f' rf''' b" r' {{ }} {x:`.split(' '),
  ...'if for await function return class x 1 label: else do of def lambda'.split(' '),
  ' ',
  '\n',
  '\r\n',
  '\\\n',
];

const hostile = fc.string({
  unit: fc.constantFrom(...'$`"\'\\(){}[]<>|&;#!*?~=-. \n\t0Aé', '$v.output', '$(touch X)', 'EOF\n', '"a": '),
  maxLength: 20,
});
const value = fc.oneof(hostile, fc.json(), fc.integer().map(String), fc.constantFrom('', 'name', '[['.repeat(2000)));

/** A text made of what means something to its language, and of references. */
function textOf(words: readonly string[]): fc.Arbitrary<string> {
  const word = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...words) },
    { weight: 2, arbitrary: fc.constantFrom(...REFERENCES) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
  );
  const list = fc.array(word, { maxLength: 40 }).map((parts) => parts.join(''));
  const deep = fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('').repeat(250));
  const text = fc.oneof({ weight: 9, arbitrary: list }, { weight: 1, arbitrary: deep });
  return text.map((written) => `${written} $v.output`);
}

function values(output: string): ReferenceValues {
  return {
    output: (id) => (id === 'v' ? output : undefined),
    status: () => 'DONE',
    exitCode: () => null,
    variable: () => output,
    input: () => output,
  };
}

test('a bash text of any form is rendered or refused with a message, and never holds a value', () => {
  fc.assert(
    fc.property(textOf(BASH), value, (text, output) => {
      const marked = `${output}<-the value->`;
      const rendering = renderBash(text, values(marked));
      if (!rendering.ok) return rendering.message.endsWith('.');
      return !rendering.text.includes('<-the value->') && renderBash(text, values(output)) !== undefined;
    }),
    { numRuns: 600 },
  );
});

test.each(['javascript', 'python'] as const)(
  'a script of %s of any form is rendered or refused with a message, and holds a value only escaped',
  (language) => {
    fc.assert(
      fc.property(textOf(SCRIPT), value, (code, output) => {
        const rendering = renderScript(code, language, values(`${output}<-the value->`));
        return rendering.ok ? !rendering.text.includes('<-the value->') : rendering.message.endsWith('.');
      }),
      { numRuns: 500 },
    );
  },
);

/** A part of a word, and what it is for a value. `N` is a number of its own. */
const PARTS: readonly (readonly [text: string, expected: (text: string) => string])[] = [
  ['$v.output', (text) => text],
  ['"$v.output"', (text) => text],
  ["'$v.output'", (text) => text],
  ["$'\\t$v.output'", (text) => `\t${text}`],
  ['"it\'s $v.output \\" \\$x"', (text) => `it's ${text} " $x`],
  [`'"$x \\'$v.output`, (text) => `"$x \\${text}`],
  ['\\*\\ \\$v.output', () => '* $v.output'],
  ['${uN:-$v.output}', (text) => text],
  ["${uN-a'$v.output'}", (text) => `a${text}`],
  ['"${uN:-"$v.output"b}"', (text) => `${text}b`],
  ['${uN+$v.output}', () => ''],
  ["${uN:=$v.output'-'\\ }", (text) => `${text}- `],
  ['"$(printf %s. $v.output)"', (text) => `${text}.`],
  ["\"`printf '%s.' '$v.output'`\"", (text) => `${text}.`],
  ['"$(cat <<EOF\n$v.output.\nEOF\n)"', (text) => `${text}.`],
  ['"$(cat <<\'EOF\'\n$v.output.\nEOF\n)"', (text) => `${text}.`],
];

/** Places of a word `W`; each prints it, and a NUL. */
const PLACES = [
  "printf '%s\\0' W",
  'x=W; printf "%s\\0" "$x"',
  'a=(W [5]=W); unset "a[5]"; printf "%s\\0" "${a[@]}"',
  'for x in W; do printf "%s\\0" "$x"; done',
  'f() { local x=W; printf "%s\\0" "$x"; }; f',
  'export X=W; printf "%s\\0" "$X"',
  "case W in W) printf '%s\\0' W ;; esac",
  "[[ W == W ]] && printf '%s\\0' W",
  'bash -c \'printf "%s\\0" "$1"\' _ W',
  "{ printf '%s\\0' W; } | cat",
  "( ! printf '%s\\0' W ) || :",
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bash-fuzz-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('any text arrives in words put together at random, at random places of a real bash', async () => {
  const word = fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 4 });
  const statements = fc.array(fc.tuple(fc.constantFrom(...PLACES), word), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(statements, hostile, async (list, output) => {
      let number = 0;
      const text = list.map(([place, parts]) => {
        // Assigning a default makes a difference for the next use.
        return place.replaceAll(
          'W',
          () => `x${parts.map(([part]) => part.replaceAll('N', String(number++))).join('')}`,
        );
      });
      const expected = list.map(([, parts]) => `x${parts.map(([, expand]) => expand(output)).join('')}\0`);
      expect(await run(text.join('\n'), output)).toBe(expected.join(''));
    }),
    { numRuns: 60 },
  );
});

async function run(text: string, output: string): Promise<string> {
  const rendering = renderBash(text, values(output));
  if (!rendering.ok) throw new Error(rendering.message);
  const file = join(folder, 'values');
  await writeFile(file, bashValuesFile(rendering.variables));
  const code = bashPrelude(rendering.variables, file) + rendering.text;
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', code], { cwd: folder });
  expect([stderr, await readdir(folder)]).toEqual(['', ['values']]);
  return stdout;
}
