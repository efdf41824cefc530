import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bashPrelude, bashValuesFile } from './bash-prelude.js';
import { renderBash } from './render-bash.js';

const VALUES = [
  '$(touch X)',
  '`touch X`',
  "it's; touch X; '",
  '"; touch X; "',
  'a\nb\n\n',
  '* $v.output \\',
  'E\n)\n',
  '',
];

vi.setConfig({ testTimeout: 60_000 });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bash-nesting-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a text in real bash. */
async function run(text: string, value: string): Promise<string> {
  const none = () => undefined;
  const output = (id: string) => (id === 'v' ? value : undefined);
  const rendering = renderBash(text, { output, status: none, exitCode: none, variable: none, input: none });
  if (!rendering.ok) throw new Error(rendering.message);
  const file = join(folder, 'values');
  await writeFile(file, bashValuesFile(rendering.variables));
  const code = bashPrelude(rendering.variables, file) + rendering.text;
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', code], { cwd: folder });
  expect([stderr, await readdir(folder)]).toEqual(['', ['values']]);
  return stdout;
}

test('any text arrives in several places at once', async () => {
  const text = [
    `printf '%s\\0' $v.output "$v.output" '$v.output' $'$v.output' "$(printf %s. '$v.output')"`,
    'printf "%s\\0" "`printf %s. "$v.output"`"',
    "cat <<'A'",
    '$v.output \\',
    'A',
    'cat <<B',
    '$v.output',
    'B',
  ].join('\n');
  const unit = fc.constantFrom(...'$`"\'\\(){}[]<>|&;#!*?~=-. \n\tAB0é', '$v.output', 'touch X');
  await fc.assert(
    fc.asyncProperty(fc.string({ unit, maxLength: 40 }), async (value) => {
      const wanted = [value, value, value, value, `${value}.`, `${value}.`, `${value} \\\n${value}\n`];
      expect(await run(text, value)).toBe(wanted.join('\0'));
    }),
    { numRuns: 60 },
  );
});

type Wrap = (inner: string) => string;

/** Ways to run commands inside others; each prints what they print. */
const WRAPPERS: Wrap[] = [
  (inner) => `printf %s "$( ${inner})"`,
  (inner) => `x=$( ${inner}); printf %s "$x"`,
  (inner) => `x=\`${inner.replace(/[\\`]/g, '\\$&')}\`; printf %s "$x"`,
  (inner) => `printf %s "\${unset:-"$( ${inner})"}"`,
  (inner) => `printf %s "$(cat <<E${inner.length}\n$( ${inner})\nE${inner.length}\n)"`,
  (inner) => `( ${inner} ) # it's a (comment`,
  (inner) => `case "a)" in b) ;; (a*|'c') ${inner} ;; esac`,
  (inner) => `if [[ a =~ ^(a|b)$ ]]; then ${inner}\nfi`,
  (inner) => `for ((i = 0; i < $((1)); i++)) { ${inner}\n}`,
  (inner) => `f() {\n${inner}\n}; f`,
  (inner) => `cat <( ${inner}\n)`,
];

test('a text arrives however deeply commands are nested', async () => {
  const core = fc.constantFrom(
    'printf %s. $v.output',
    "printf '%s.' '$v.output'",
    'printf "%s." "$v.output"',
    'x=$v.output; printf %s. "$x"',
  );
  const wrappers = fc.array(
    fc.nat(WRAPPERS.length - 1).map((index) => WRAPPERS[index] as Wrap),
    { maxLength: 4 },
  );
  await fc.assert(
    fc.asyncProperty(core, wrappers, fc.constantFrom(...VALUES), async (inner, outer, value) => {
      const text = outer.reduce<string>((code, wrap) => wrap(code.endsWith('comment') ? `${code}\n` : code), inner);
      expect(await run(text, value)).toBe(`${value}.`);
    }),
    { numRuns: 150 },
  );
});
