import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bashPrelude, bashValuesFile } from './bash-prelude.js';
import type { ReferenceValues } from './reference-values.js';
import { renderBash } from './render-bash.js';

const VALUES: Record<string, string> = {
  'command substitution': '$(touch X)',
  backticks: '`touch X`',
  'single quotes': "it's; touch X; '",
  'double quotes': '"; touch X; "',
  'end of a parameter': '}; touch X; ${',
  newlines: 'a\nb; touch X\n\nc',
  'trailing newlines': 'text\n\n\n',
  'field separator': 'a${IFS}b $IFS',
  'leading dash': '-n --help',
  globs: '* ? [a-z]* {a,b} ~',
  backslashes: '\\ \\\\ \\n \\$x \\',
  subscript: 'a[$(touch X)]',
  'end of a here-document': 'EOF\nEND OF\ntouch X\n\tEOF\n',
  history: '!! !$',
  'unicode and control characters': 'grüße 👩‍💻 \u0001\u007f\u2028 \r\n',
  empty: '',
  spaces: '   ',
  'references and dollars': '$v.output $$ $& $1 \\$v.output',
  ampersand: 'a & b && touch X | &',
};

/** Each prints exactly `expected`, by default the value in angle brackets. */
interface Context {
  readonly text: string;
  readonly expected?: (value: string) => string;
}

const lines = (...text: string[]): string => text.join('\n');
const document = (value: string): string => `<'${value}' $HOME \\n>\n`;

const CONTEXTS: Record<string, Context> = {
  bare: { text: "printf '<%s>' $v.output" },
  'next to text': { text: "printf '%s' '<'$v.output\\>" },
  'twice in a word': { text: "printf '<%s>' $v.output$v.output", expected: (value) => `<${value}${value}>` },
  'double quotes': { text: 'printf %s "<$v.output>"' },
  'single quotes': { text: "printf %s '<$v.output>'" },
  'ansi-c quotes': { text: "printf %s $'<\\x41\\'$v.output\\n>'", expected: (value) => `<A'${value}\n>` },
  'locale quotes': { text: 'printf %s $"<$v.output>"' },
  'after a dollar sign': {
    text: 'printf \'<%s>\' "$$v.output" $$v.output',
    expected: (value) => `<$${value}>`.repeat(2),
  },
  here: { text: lines('cat <<EOF', "<'$v.output' \\$HOME \\\\n>", 'EOF'), expected: document },
  'quoted here': { text: lines("cat <<'EOF'", "<'$v.output' $HOME \\n>", 'EOF'), expected: document },
  'double-quoted here': { text: lines('cat <<"END OF" ; :', "<'$v.output' $HOME \\n>", 'END OF'), expected: document },
  'escaped here': { text: lines('cat <<\\EOF', "<'$v.output' $HOME \\n>", 'EOF', ':'), expected: document },
  'indented here': { text: lines("cat <<-'EOF'", "\t\t<'$v.output' $HOME \\n>", '\tEOF', ':'), expected: document },
  'two here': {
    text: lines("cat <<A - <<'B'", 'no', 'A', '<$v.output>', 'B'),
    expected: (value) => `<${value}>\n`,
  },
  'here within a substitution': {
    text: lines('x=$(cat <<EOF', '<$v.output>', 'EOF', ')', 'printf %s "$x"'),
  },
  'here-string': { text: 'cat <<<$v.output', expected: (value) => `${value}\n` },
  'quoted here-string': { text: 'cat <<<"<$v.output>"', expected: (value) => `<${value}>\n` },
  substitution: { text: 'printf %s $(printf "<%s>" "$(true)") >/dev/null; printf %s "$(printf \'<%s>\' $v.output)"' },
  'nested substitutions': { text: `printf %s "<$(printf %s "$(printf '%s>' "$v.output")")"` },
  'a case in a substitution': { text: 'printf %s "$(case a in a) printf "<%s>" $v.output;; b) ;; esac)"' },
  'backticks in double quotes': { text: 'printf %s "`printf \'<%s>\' $v.output`"' },
  'backticks, quoted': { text: 'x=`printf "<%s>" "$v.output"`; printf %s "$x"' },
  'nested backticks': { text: 'x=`printf %s "\\`printf "<%s>" $v.output\\`"`; printf %s "$x"' },
  'here in backticks': {
    text: lines("x=`cat <<'EOF'", '<$v.output \\`\\$(touch X)>', 'EOF', '`; printf %s "$x"'),
    expected: (value) => `<${value} \`$(touch X)>`,
  },
  'default word': { text: "unset u; printf '<%s>' ${u:-$v.output}" },
  'quoted default word': { text: 'unset u; printf %s "<${u:-$v.output}>"' },
  'default in quotes in quotes': { text: 'unset u; printf %s "<${u:-"$v.output"}>"' },
  'default in literal single quotes': {
    text: `unset u; printf %s "<\${u:-'$v.output'}>"`,
    expected: (value) => `<'${value}'>`,
  },
  'default in a here-document': {
    text: lines('unset u; cat <<EOF', '<${u:-$v.output}>', 'EOF'),
    expected: (value) => `<${value}>\n`,
  },
  'assigned default': { text: 'unset u; : "${u:=$v.output}"; printf "<%s>" "$u"' },
  'bare assigned default': { text: 'printf "<%s>" ${u:=$v.output}; [[ $u == $v.output ]]' },
  'bare assigned default beside others': {
    text: `printf '<%s>' a\${u='"$' "it's" \\a\\ \\}~$v.output-"$v.output"'$v.output'}\${w:=$v.output}b`,
    expected: (value) => `<a"$ it's a }~${value}-${value}${value}${value}b>`,
  },
  'bare assigned default in a home folder': {
    text: "HOME=/h; printf '%s|' ${u:=~/$v.output} ${w=~$v.output} ${x:='~/'$v.output}",
    expected: (value) => `/h/${value}|~${value}|~/${value}|`,
  },
  'bare assigned default, nested': {
    text: `printf '<%s>' \${u:=\${w:='a'$v.output\${x-'b c'}}\${x+no}\${w#'a'$v.output}}`,
    expected: (value) => `<a${value}b cb c>`,
  },
  'bare assigned default in backticks': {
    text: 'x=`printf "<%s>" ${u:=\'\\$\\\\\'$v.output}`; printf %s "$x"',
    expected: (value) => `<$\\${value}>`,
  },
  'bare assigned default of a substitution is split': {
    text: "for x in ${u:=$(printf 'a b')}; do printf '<%s>' \"$x\"; done; : $v.output",
    expected: () => '<a><b>',
  },
  'bare default words': {
    text: "for x in ${u-$v.output} ${u:-'$v.output'}; do printf '<%s>' \"$x\"; done",
    expected: (value) => `<${value}>`.repeat(2),
  },
  'bare alternative words': {
    text: "u=1; for x in ${u+$v.output} ${u:+a'$v.output'}; do printf '<%s>' \"$x\"; done",
    expected: (value) => `<${value}><a${value}>`,
  },
  replacement: { text: 'x=a-b; printf %s "<${x/a-b/$v.output}>"' },
  'bare replacement': { text: 'x=a-b; y=${x//a-b/$v.output}; printf "<%s>" "$y"' },
  'replacement in a here-document': {
    text: lines('x=a-b; cat <<EOF', '<${x/a-b/$v.output}>', 'EOF'),
    expected: (value) => `<${value}>\n`,
  },
  'prefix pattern': { text: 'x=$v.output.; x="x$x"; printf %s "<${x#x$v.output}>"', expected: () => '<.>' },
  'suffix pattern in single quotes': { text: `x=.$v.output; printf %s "<\${x%'$v.output'}>"`, expected: () => '<.>' },
  assignment: { text: 'x=$v.output; printf "<%s>" "$x"' },
  'exported assignment': { text: 'export X=$v.output; printf \'<%s>\' "$X"' },
  'local assignment': { text: 'f() { local x=$v.output y=1; printf "<%s>" "$x"; }; f' },
  'appended assignment': { text: 'x=; x+=$v.output; printf "<%s>" "$x"' },
  'exported function': { text: 'f() { printf "<%s>" "$v.output"; }; export -f f; bash -c f' },
  'declared and exported function': { text: "f() { printf '<%s>' $v.output; }; declare -f -x f; bash -c f" },
  'function of a shell that exports all': { text: "set -a; f() { printf '<%s>' '$v.output'; }; bash -c f" },
  'prefix assignment': { text: 'f() { printf "<%s>" "$X"; }; X=$v.output f' },
  array: {
    text: lines("a=(# it's", '$v.output [3]=$v.output)', 'a+=("$v.output"); printf "<%s>" "${a[@]}"'),
    expected: (value) => `<${value}>`.repeat(3),
  },
  'key of an associative array': {
    text: lines(
      'declare -A m',
      `m[x$v.output]=1; m["x$v.output"]+=2; m['x$v.output']+=3; printf '<%s>' "\${!m[@]}"`,
      'printf %s, "${m[x$v.output]}" ${m["x$v.output"]} "${#m[x$v.output]}" "${m[\'x$v.output\']:-no}"',
    ),
    expected: (value) => `<x${value}>123,123,3,123,`,
  },
  'for words': { text: 'for x in $v.output; do printf "<%s>" "$x"; done' },
  'function body': { text: 'function f { printf "<%s>" $v.output; }; f' },
  'function argument': { text: 'f() { printf "<%s>" "$1"; }; f $v.output extra' },
  'subshells that look like arithmetic': { text: '((printf "<%s>" $v.output); (:) )' },
  'process substitution': { text: 'cat <(printf "<%s>" $v.output)' },
  'case subject and pattern': {
    text: 'case $v.output in "no$v.output") ;; $v.output) printf yes ;; *) printf no ;; esac',
    expected: () => 'yes',
  },
  'case pattern is literal': { text: 'case 8anything in 8$v.output) printf yes ;; esac', expected: () => '' },
  equality: { text: '[[ x$v.output == x$v.output && $v.output = "$v.output" ]] && printf yes', expected: () => 'yes' },
  'literal pattern': { text: '[[ 8anything == 8$v.output ]] || printf no', expected: () => 'no' },
  'regular expression': {
    text: 'x=$v.output; [[ "<$x>" =~ ^(\\<)$v.output(>)$ ]] && printf "${BASH_REMATCH[1]}" # it\'s',
    expected: () => '<',
  },
  test: { text: "[ x$v.output = 'x$v.output' ] && printf yes", expected: () => 'yes' },
  'comments with quotes': { text: lines("# it's $v.output", 'printf "<%s>" $v.output # don\'t `') },
  'hash in a word': { text: 'printf "<%s>" a#\'$v.output\' # "', expected: (value) => `<a#${value}>` },
  'line continuation': { text: 'printf \\\n  "<%s>" \\\n  $v.output' },
  'brace group and pipe': { text: '{ printf "<%s>" $v.output; } | cat && :' },
  'after option end': { text: 'printf -- "<%s>" $v.output 2>&1' },
  arguments: { text: 'bash -c \'printf "<%s>" "$1"\' _ $v.output' },
  escaped: {
    text: lines(
      `printf '<%s>' \\$v.output "\\$v.output" '\\$v.output' $'\\$v.output' "\\\\$v.output" "\`printf %s '\\$v.output'\`"`,
      "cat <<'EOF'",
      '\\$v.output',
      'EOF',
      'echo `printf %s \\$v.output "\\$v.output"`',
    ),
    expected: () =>
      '<$v.output><$v.output><$v.output><$v.output><\\$v.output><$v.output>$v.output\n$v.output$v.output\n',
  },
  'unknown, and so a variable of bash': { text: 'file=a; printf "<%s>" $file.output', expected: () => '<a.output>' },
  'another variable': { text: 'printf "<%s>" $ARGUMENTS' },
  input: { text: "printf '<%s>' '$INPUTS.text'" },
};

const values = (value: string): ReferenceValues => ({
  output: (id) => (id === 'v' ? value : undefined),
  status: () => 'DONE',
  exitCode: () => 0,
  variable: () => value,
  input: () => value,
});

vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bash-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a text in real bash. */
async function run(text: string, value: string, bytes?: Uint8Array): Promise<Buffer> {
  const rendering = renderBash(text, values(value));
  if (!rendering.ok) throw new Error(rendering.message);
  files += 1;
  const file = join(folder, `values '${files}`);
  await writeFile(
    file,
    bashValuesFile(rendering.variables, () => bytes),
  );
  const code = bashPrelude(rendering.variables, file) + rendering.text;
  const work = await mkdtemp(join(folder, 'work-'));
  await writeFile(join(work, 'bait'), '');
  const output = await new Promise<Buffer>((resolve, reject) => {
    const options = { cwd: work, encoding: 'buffer', maxBuffer: 100_000_000 } as const;
    execFile('bash', ['-c', code], options, (error, stdout, stderr) => {
      if (stderr.length > 0) reject(new Error(`${code}\n${stderr}`, { cause: error }));
      else resolve(stdout);
    });
  });
  expect(await readdir(work)).toEqual(['bait']);
  return output;
}

describe.each(Object.entries(CONTEXTS))('a reference: %s', (_name, { text, expected = (value) => `<${value}>` }) => {
  test('is data, byte for byte, for every hostile value', async () => {
    const results = await Promise.all(
      Object.entries(VALUES).map(async ([kind, value]) => [kind, String(await run(text, value))]),
    );
    const wanted = Object.entries(VALUES).map(([kind, value]) => [kind, expected(value)]);
    expect(Object.fromEntries(results)).toEqual(Object.fromEntries(wanted));
  });
});

test.each([
  'bare',
  'double quotes',
  'single quotes',
  'here',
  'quoted here',
  'backticks in double quotes',
  'replacement',
])('a value of 5 MB arrives whole: %s', async (name) => {
  const { text, expected = (value: string) => `<${value}>` } = CONTEXTS[name] as Context;
  const value = "$(touch X) 'grüße'\n".repeat(250_000);
  expect((await run(text, value)).equals(Buffer.from(expected(value)))).toBe(true);
});

test.each(['C', 'C.UTF-8'])('bytes that are not UTF-8 arrive when the caller has them (locale %s)', async (locale) => {
  const bytes = Buffer.from([0xff, 0x27, 0xc3, 0x0a, 0xe2, 0x82, 0x0a, 0xe2]);
  vi.stubEnv('LC_ALL', locale);
  const output = await run("printf '%s' $v.output; printf %s '.$v.output'", bytes.toString(), bytes);
  vi.unstubAllEnvs();
  expect(output).toEqual(Buffer.concat([bytes, Buffer.from('.'), bytes]));
});

test('a bash without `mapfile -d`, as on macOS, gets the same', async () => {
  const rendering = renderBash('printf %s $v.output "$v.status"', values(VALUES.newlines as string));
  if (!rendering.ok) throw new Error(rendering.message);
  const file = join(folder, 'old');
  await writeFile(file, bashValuesFile(rendering.variables));
  const code = `enable -n mapfile; ${bashPrelude(rendering.variables, file)}${rendering.text}`;
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', code]);
  expect([stdout, stderr]).toEqual([`${VALUES.newlines}DONE`, '']);
});
