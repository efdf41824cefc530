import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ReferenceValues } from './reference-values.js';
import { renderScript, type ScriptLanguage } from './render-script.js';

const HOSTILE: Record<string, string> = {
  'single quotes': "'; require('fs').writeFileSync('X', ''); '",
  'double quotes': '"; open("X", "w"); "',
  'triple quotes': '\'\'\'""" + open("X") + """',
  backticks: '`; ${process.exit(3)} `',
  substitution: '${require("fs").writeFileSync("X", "")} {open("X", "w")} {{ }}',
  backslashes: '\\ \\\\ \\n \\u0041 \\x41 \\N{DASH} \\',
  'line ends': 'a\nb\r\nc\rd\u2028e\u2029f\u0085g\fh\u000b',
  'end of a script': '</script><!-- --> */ //',
  'control characters': '\0 \u0001 \u007f \ufeff',
  unicode: 'grüße 👩‍💻 日本',
  'lone surrogates': '\ud800 \udc00x',
  'signs of regular expressions': '^.*+?()[]{}|/$-',
  'dollar signs': '$v.output $$ $& $1 \\$v.output',
  'hexadecimal digits': '41abc',
  comment: '# // /* ',
  empty: '',
  spaces: '   ',
  'leading dash': '--help',
};

/** Expressions that must be equal to the value with `<` and `>` around it. */
const JAVASCRIPT: Record<string, string> = {
  expression: '`<${$t.output}>`',
  'an argument': '((x) => `<${x}>`)($t.output)',
  'an object key and value': 'Object.entries({a: $t.output}).map(([, x]) => "<" + x + ">").join()',
  'single quotes': "'<$t.output>'",
  'double quotes': '"<$t.output>"',
  'with escapes before it': "'\\x3c$t.output\\u003e'",
  template: '`<$t.output>`',
  'nested templates': '`<${`${{}.a ?? ""}$t.output`}>`',
  'raw template': 'String.raw`<$t.output>`',
  'after a dollar sign in a template': '`<$$t.output>`.replace("$", "")',
  'after a division': 'String(4 / 2).replace("2", "") + "<$t.output>" + String(1 / 1).slice(1)',
  'after a regular expression': '"a".replace(/["\'`/a]/g, "<$t.output>".replaceAll("$", "$$$$"))',
  'after comments': `/* it's */ "<$t.output>" // don't $t.output`,
  'regular expression': '`<${/^(?:$t.output)$/u.exec(t)[0]}>`',
  'regular expression, not unicode': '`<${/^$t.output$/.exec(t)[0]}>`',
  'repeated in a regular expression': '`<${/^$t.output{1}$/.exec(t)[0]}>`',
  'in a class of a regular expression': '[...t].every((c) => /[$t.output]/u.test(c)) ? `<${t}>` : c',
  'after a condition': '(() => { if (t) /"/.test(""); return "<$t.output>" })()',
  'after a function that is divided':
    '(() => { var x = function(a = function() {}) { return /"/ } / 1; return "<$t.output>" + "//".slice(2) })()',
  'after a class that is divided':
    '(() => { var x = (class A { b() {} }) / 1, y = class {} / 1; return "<$t.output>" + "//".slice(2) })()',
  'after a function that is a statement': '(() => { function f() {} /"/.test(""); return "<$t.output>" })()',
  'after a label': '(() => { label: { } /"/.test(""); a: b: { break a } /\'/.test(""); return "<$t.output>" })()',
  'after a case':
    '(() => { switch (1) { case 1: { } /"/.test(""); default: { } /"/.test("") } return "<$t.output>" })()',
  'after objects that are divided':
    '(() => { let x = true ? 1 : { a: 1 } / 1; x = { a: { b: 1 } / 1, c: 2 } / 1; return "<$t.output>" + "//".slice(2) })()',
  'after a loop that awaits': '(async () => { for await (const x of []) /"/.test(""); }, "<$t.output>")',
  'after a postfix': '(() => { let i = 4; i++ / 2; return "<$t.output>" + "/".slice(1) })()',
};

const PYTHON: Record<string, string> = {
  expression: '"<" + $t.output + ">"',
  'an argument': 'str.join("", ["<", $t.output, ">"])',
  'single quotes': "'<$t.output>'",
  'double quotes': '"<$t.output>"',
  'with escapes before it': '"\\74$t.output\\76"',
  'three single quotes': "'''<$t.output>'''",
  'three double quotes': '"""<$t.output>"""',
  'over lines':
    "'''<\n'$t.output'\n>'''.replace('\\n', '', 1).replace(chr(39), '', 1)[::-1].replace('\\n', '', 1).replace(chr(39), '', 1)[::-1]",
  raw: "r'<$t.output>'",
  'raw, double quotes': 'r"<$t.output>"',
  'raw, twice': 'R"$t.output<$t.output>$t.output"[len(t):len(t) * 2 + 2]',
  'raw, three quotes after a quote': "r'''<'$t.output>'''.replace(chr(39), '', 1)",
  'f-string': "f'<$t.output>'",
  'f-string beside fields': 'f\'{chr(60)}$t.output{">":.1}\'',
  'f-string with braces': "f'{{$t.output}}'.join('<>')[1:-1].join('<>')[1:-1].replace('{', '<', 1)[:-1] + '>'",
  'raw f-string': "rf'<$t.output{chr(62)}'",
  'f-string, three quotes': 'f"""<$t.output{">"}"""',
  'field of an f-string': 'f"<{$t.output}>"',
  'literal in a field': 'f"<{\'$t.output\'}>"',
  'literal with a method in a field': "f\"<{'$t.output.'[:-1].replace('', '')}>\"",
  'literals side by side in a field': "f\"{'<' '$t.output' '>'}\"",
  'literals over lines in a field': "f'''{'<'\n  'a$t.output' ''  '>'}'''.replace('a', '', 1)",
  'literals in an f-string in a field': "f\"{'' f'{chr(60)}$t.output' '>'}\" ''",
  'f-string in a field': 'f"{f\'<$t.output\'}>"',
  'format of a field': 'f"{F():<$t.output>}"',
  bytes: "b'<$t.output>'.decode('utf-8', 'surrogatepass')",
  'raw bytes': 'rb"<$t.output>".decode("utf-8", "surrogatepass")',
  'bytes in a field': "f\"{b'<$t.output>'.decode('utf-8', 'surrogatepass')}\"",
  'after a comment': "( # it's $t.output\n'<$t.output>')",
  'after a joined literal': "'<' '$t.output' '>'",
};

function values(outputs: Readonly<Record<string, string>>): ReferenceValues {
  return {
    output: (id) => outputs[id],
    status: () => 'DONE',
    exitCode: () => 7,
    variable: () => undefined,
    input: () => undefined,
  };
}

function rendered(code: string, language: ScriptLanguage, outputs: Readonly<Record<string, string>>): string {
  const rendering = renderScript(code, language, values(outputs));
  if (!rendering.ok) throw new Error(rendering.message);
  return rendering.text;
}

vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'script-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs code that prints JSON. */
async function run(code: string, language: ScriptLanguage): Promise<unknown> {
  files += 1;
  const work = await mkdtemp(join(folder, 'work-'));
  const file = join(folder, `script-${files}${language === 'python' ? '.py' : '.cjs'}`);
  await writeFile(file, code);
  const output = await new Promise<string>((resolve, reject) => {
    const program = language === 'python' ? 'python3' : process.execPath;
    const options = { cwd: work, encoding: 'utf8', maxBuffer: 100_000_000 } as const;
    execFile(program, [file], options, (error, stdout) => (error ? reject(error) : resolve(stdout)));
  });
  expect(await readdir(work)).toEqual([]);
  return JSON.parse(output);
}

/** All values in one context are one process: `t` is the value, from a JSON literal made without the renderer. */
async function runAll(expression: string, language: ScriptLanguage, texts: Readonly<Record<string, string>>) {
  const ascii = (text: string): string =>
    text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const literal = (text: string): string => JSON.stringify(ascii(JSON.stringify(text)));
  const cases = Object.entries(texts).map(([kind, text]) => {
    const code = rendered(expression, language, { t: text });
    if (language === 'python') return `t = json.loads(${literal(text)})\nout[${JSON.stringify(kind)}] = ${code}`;
    return `{ const t = JSON.parse(${literal(text)}); out[${JSON.stringify(kind)}] = ${code}\n}`;
  });
  const python = [
    'import json',
    'out = {}',
    'class F:',
    '  def __format__(self, spec): return spec',
    ...cases,
    'print(json.dumps(out))',
  ];
  const javascript = ['const out = {};', ...cases, 'console.log(JSON.stringify(out));'];
  return run((language === 'python' ? python : javascript).join('\n'), language);
}

function expected(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([kind, text]) => [kind, `<${text}>`]));
}

const EVERY_CONTEXT = [
  ...Object.entries(JAVASCRIPT).map(([name, code]) => ['javascript', name, code] as const),
  ...Object.entries(PYTHON).map(([name, code]) => ['python', name, code] as const),
];

describe.each(EVERY_CONTEXT)('a reference in %s: %s', (language, _name, code) => {
  test('is data, unaltered, for every hostile value', async () => {
    expect(await runAll(code, language, HOSTILE)).toEqual(expected(HOSTILE));
  });
});

test.each(['javascript', 'python'] as const)('any text arrives in every context of %s', async (language) => {
  const unit = fc.constantFrom(...'$`"\'\\(){}[]#/*.: \n\r\tAB0é\u2028', '\ud800', '👩', '${', "'''", '"""');
  // A text such as `0` is JSON, and no text where it is an expression.
  const texts = fc.sample(fc.string({ unit, maxLength: 30 }), 100).map((text) => `x${text}`);
  const named = Object.fromEntries(texts.map((text, index) => [String(index), text]));
  const contexts = Object.values(language === 'python' ? PYTHON : JAVASCRIPT);
  for (const code of contexts) expect(await runAll(code, language, named)).toEqual(expected(named));
});

test.each(['javascript', 'python'] as const)('a value of 5 MB arrives whole in %s', async (language) => {
  const text = `grüße "$(x)" \\n'\n`.repeat(300_000);
  for (const code of ['"<$t.output>"', language === 'python' ? "r'<$t.output>'" : '`<$t.output>`'])
    expect(await runAll(code, language, { text })).toEqual({ text: `<${text}>` });
});

const JSON_OUTPUTS = {
  object: '{"a": {"b": [1, -2.5, null, true, "x"]}, "__proto__": {"c": "\\ud83d\\ude00"}}\n',
  list: '[]',
  number: ' -12 ',
  float: '1e3',
  yes: 'true',
  no: 'false',
  nothing: 'null',
  string: '"a\\nb\\u2028"',
};

test.each([
  ['javascript', 'console.log(JSON.stringify([', ']))'],
  ['python', 'import json\nprint(json.dumps([', ']))'],
] as const)('outside of literals JSON is a value of %s', async (language, start, end) => {
  const whole = Object.keys(JSON_OUTPUTS).map((id) => `$${id}.output`);
  const others = ['$object.output.a.b', '$object.output.a.b.4', '$list.exit_code', '3 -$number.output'];
  const code = rendered(start + [...whole, ...others].join(', ') + end, language, JSON_OUTPUTS);
  const parsed = Object.values(JSON_OUTPUTS).map((text) => JSON.parse(text));
  const wanted = [...parsed, [1, -2.5, null, true, 'x'], 'x', 7, 15];
  expect(JSON.stringify(await run(code, language))).toBe(JSON.stringify(wanted));
});

test('JSON in a field of an f-string is a value too', async () => {
  const text = `f"{$object.output['a']['b'][1]} {$yes.output} {$number.output:>5}"`;
  const code = rendered(`import json\nprint(json.dumps(${text}))`, 'python', JSON_OUTPUTS);
  expect(await run(code, 'python')).toBe('-2.5 True   -12');
});

test.each([
  [
    'javascript',
    ["'\\$t.output'", '"\\\\$t.output"', '`\\$t.output`', 'String.raw`\\$t.output`', '/\\$t.output/.source'],
    ['$t.output', '\\$t.output', '$t.output', '$t.output', '\\$t.output'],
  ],
  [
    'python',
    ["'\\$t.output'", '"\\\\$t.output"', "r'\\$t.output'", "f'\\$t.output'", "'''\\$t.output'''"],
    ['$t.output', '\\$t.output', '$t.output', '$t.output', '$t.output'],
  ],
] as const)('an escaped reference stays literal in %s', async (language, literals, wanted) => {
  const list = `[${literals.join(', ')}]`;
  const print =
    language === 'python' ? `import json\nprint(json.dumps(${list}))` : `console.log(JSON.stringify(${list}))`;
  expect(await run(rendered(print, language, { t: 'no' }), language)).toEqual(wanted);
});

test.each([
  ['javascript', 'const $who = 1; // $t.output\n$who.output; name$t.output; /* $t.output */'],
  ['python', "# $t.output it's\nx = '$who.output'"],
] as const)('comments, names and unknown references of %s stay as they are', (language, code) => {
  expect(rendered(code, language, { t: 'no' })).toBe(code);
});

test('a field that is not there fails with its reason', () => {
  expect(renderScript('x = $t.output.a', 'python', values({ t: '{}' }))).toEqual({
    ok: false,
    message: '$t.output.a: the output of node "t" has no field "a".',
  });
});

test('f-strings nested beyond reason are refused', () => {
  const code = `x = $t.output\n${'f"{'.repeat(5000)}`;
  expect(renderScript(code, 'python', values({ t: 'no' }))).toEqual({
    ok: false,
    message: 'The script is nested too deeply to put values into it.',
  });
});
