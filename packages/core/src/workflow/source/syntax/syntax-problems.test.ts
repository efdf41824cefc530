import { describe, expect, test } from 'vitest';
import { readDocument } from '../read-document.js';

const LINES = [
  'name: review',
  'nodes:',
  '  - id: plan',
  '    bash: echo one',
  '  - id: ship',
  '    bash: |',
  '      echo two',
  '      echo three',
  '    depends_on: [plan]',
];

/** A workflow with other lines from `line` on: as many as are replaced, or as many as are given. */
function withLines(line: number, text: string, replaced = 1): string {
  return [...LINES.slice(0, line - 1), text, ...LINES.slice(line - 1 + replaced), ''].join('\n');
}

/** What is told of a text: each problem as `line:column message (hint)`. */
function problemsOf(text: string): string[] {
  const result = readDocument(text, 'f.yaml');
  if (result.ok) return [];
  return result.diagnostics.map(({ line, column, message, hint }) => `${line}:${column} ${message} (${hint})`);
}

const MORE = ' More may show once this is mended.';
const STRAY = 'This line is neither "key: value" nor a list item.';
const ODD_INDENT = 'This line is indented differently from its neighbours.';
const NO_SPACE = 'There is no space after this ":".';

const CASES: readonly (readonly [mistake: string, text: string, problem: string])[] = [
  ['a stray line', withLines(1, 'a stray line', 0), `1:1 ${STRAY} (Put ":" behind a key, or "#" before a comment.)`],
  [
    'a comment that lost its "#" between others',
    `# one\ntwo\n# three\n\n${LINES.join('\n')}`,
    `2:1 ${STRAY} (Put ":" behind a key, or "#" before a comment.${MORE})`,
  ],
  [
    'a stray line in a node',
    withLines(5, '    stray', 0),
    `5:5 ${STRAY} (Put ":" behind a key, or "#" before a comment, or indent it deeper than "bash" in line 4 if it belongs to its text.)`,
  ],
  ['no space after a colon', withLines(1, 'name:review'), `1:5 ${NO_SPACE} (Write "name: review".)`],
  ['no space after the colon of an item', withLines(3, '  - id:plan'), `3:7 ${NO_SPACE} (Write "id: plan".)`],
  ['no space before a list', withLines(9, '    depends_on:[plan]'), `9:15 ${NO_SPACE} (Write "depends_on: [plan]".)`],
  ['no space before a block of text', withLines(6, '    bash:|'), `6:9 ${NO_SPACE} (Write "bash: |".)`],
  ['no colon', withLines(2, 'nodes'), `2:1 There is no ":" after "nodes". (Write "nodes:".${MORE})`],
  ['=', withLines(1, 'name = review'), '1:6 A key ends with ":", not with "=". (Write "name: review".)'],
  [
    'the colon of a Chinese keyboard',
    withLines(1, 'name：review'),
    '1:5 A key ends with ":", not with "：". (Write "name: review".)',
  ],
  [
    'a no-break space',
    withLines(4, '    bash:\u00a0echo one'),
    '4:10 This is a no-break space, a letter like any other in YAML. (Write an ordinary space.)',
  ],
  ['a tab', withLines(4, '\tbash: echo one'), `4:1 Tabs are not allowed as indentation. (Indent with spaces.${MORE})`],
  [
    'spaces and a tab',
    withLines(4, '  \tbash: echo one'),
    `4:3 Tabs are not allowed as indentation. (Indent with spaces.${MORE})`,
  ],
  [
    'a key that is indented too deep',
    withLines(4, '      bash: echo one'),
    '4:7 This line is indented deeper than "id" in line 3, so it goes on with its text, which cannot hold ": ". (Indent both alike if they are neighbours; else put the text in quotes, or write it below "|".)',
  ],
  [
    'a key that is indented too little',
    withLines(4, '   bash: echo one'),
    `4:4 ${ODD_INDENT} (Indent it with 4 spaces, like "id" in line 3.)`,
  ],
  [
    'a key that is not indented',
    withLines(4, 'bash: echo one'),
    `4:1 ${ODD_INDENT} (Indent it with 4 spaces, like "id" in line 3.${MORE})`,
  ],
  [
    'a first key that is indented',
    withLines(1, ' name: review'),
    `2:1 ${ODD_INDENT} (Indent it with 1 space, like "name" in line 1.${MORE})`,
  ],
  [
    'an item that is indented too deep',
    withLines(5, '   - id: ship'),
    `5:4 This list item is indented differently from the others. (Indent it with 2 spaces, like the "-" in line 3.${MORE})`,
  ],
  [
    'an item that is indented too little',
    withLines(5, ' - id: ship'),
    `5:2 This list item is indented differently from the others. (Indent it with 2 spaces, like the "-" in line 3.${MORE})`,
  ],
  [
    'a block of text that goes on too far left',
    withLines(8, '     echo three'),
    `8:6 ${ODD_INDENT} (Indent it with 6 spaces, like the text in line 7.)`,
  ],
  [
    'a block of text that is not indented',
    withLines(7, 'echo two', 2),
    `7:1 ${STRAY} (Put ":" behind a key, or "#" before a comment, or indent it deeper than "bash" in line 6 if it belongs to its text.)`,
  ],
  [
    'no dash',
    withLines(5, '    id: ship'),
    '5:5 The key "id" is here a second time. (Put "- " before it if a new list item begins here; else keep one of them.)',
  ],
  [
    'no dash, less indentation',
    withLines(5, '  id: ship'),
    `5:3 ${ODD_INDENT} (Put "- " before it if a new list item begins here; else indent it with 4 spaces, like "bash" in line 4.${MORE})`,
  ],
  [
    'no dash before the first item',
    withLines(3, '    id: plan'),
    '5:3 A list item cannot stand beside keys. (Does the item above it lack its "- "? Else indent it below the key it belongs to.)',
  ],
  [
    'a list beside a text that goes on',
    'name: a\n - b\n- c\n',
    '3:1 This list item is indented differently from the others. (Indent it with 1 space, like the "-" in line 2.)',
  ],
  [
    'no space after a dash',
    withLines(5, '  -id: ship'),
    `5:3 There is no space after this "-". (Write "- id: ship".${MORE})`,
  ],
  [
    'a list on the line of its key',
    withLines(2, 'nodes: - id: plan', 2),
    `2:8 A list cannot begin on the line of its key. (Begin a new line.${MORE})`,
  ],
  [
    'a colon in a text',
    withLines(1, 'name: Look: here'),
    '1:7 A text without quotes cannot hold ": ". (Put it in quotes: "Look: here"; a key of its own begins a new line.)',
  ],
  [
    'a colon in the second line of a text',
    withLines(1, 'name: Look\n  at: this'),
    '2:3 This line is indented deeper than "name" in line 1, so it goes on with its text, which cannot hold ": ". (Indent both alike if they are neighbours; else put the text in quotes, or write it below "|".)',
  ],
  ...['@me', '`ls`', '%s', '& x'].map(
    (text) =>
      [
        `${text[0]} at the beginning of a text`,
        withLines(4, `    bash: ${text}`),
        `4:11 A text without quotes cannot begin with "${text[0]}". (Put it in quotes: "${text}".)`,
      ] as const,
  ),
  [
    '% at the beginning of the file',
    withLines(1, '%name: review'),
    `1:1 A line cannot begin with "%". (Take it out, or put the text in quotes.${MORE})`,
  ],
  [
    'an open quote',
    withLines(4, '    bash: "echo one'),
    '4:11 This quote is never closed. (Write the same quote at the end of the text.)',
  ],
  [
    'an open quote that another one closes',
    withLines(3, '  - id: "plan\n      bash: "echo"', 2),
    '3:9 This quote is closed only in line 4, and there text stands behind it. (Write the same quote at the end of the text.)',
  ],
  [
    'quotes in quotes',
    withLines(4, '    bash: "echo "one""'),
    '4:18 Text stands behind the closing quote. (For a quote inside "double quotes" write \\", or put the whole text in \'single quotes\'.)',
  ],
  [
    'an apostrophe in quotes',
    withLines(4, "    bash: 'don't do it'"),
    "4:16 Text stands behind the closing quote. (For a quote inside 'single quotes' write '', or put the whole text in \"double quotes\".)",
  ],
  ['an open bracket', withLines(1, 'tags: [a, b'), '1:7 This "[" is never closed. (Write "]" behind its last item.)'],
  [
    'an open brace in brackets',
    'name: x\nnodes: [\n  {id: a, bash: b,\n  {id: c}\n]\ntags: []\n',
    `3:3 This "{" is never closed. (Write "}" behind its last item.${MORE})`,
  ],
  [
    'a wrong bracket',
    withLines(9, '    depends_on: [plan}'),
    '9:17 This "[" is closed with "}". (Write "]" instead of "}".)',
  ],
  [
    'a bracket too many',
    withLines(1, 'tags: [a]]'),
    `1:10 This "]" closes nothing. (Take it out, or put the text that it belongs to in quotes.${MORE})`,
  ],
  [
    'text behind a bracket',
    withLines(4, '    bash: [ -f x ] && y'),
    '4:20 Text stands behind the "]" that ends the value. (Put all of it in quotes if it is a text; else take this out.)',
  ],
  [
    'a template in braces',
    withLines(4, '    bash: {{ x }}'),
    '4:12 A key must be a plain text. (Put a text that begins with a brace in quotes.)',
  ],
  ['no comma', '{"name": "a" "goal": "b"}', '1:14 A comma is missing before this. (Write it behind the item.)'],
  ['a comma too many', '{"name": "a",, "goal": "b"}', '1:14 There is nothing before this comma. (Take it out.)'],
  [
    'a dash in brackets',
    withLines(9, '    depends_on: [- plan]'),
    '9:18 A list item with "-" cannot stand inside of brackets. (Take the "-" out: inside of brackets a comma stands between items.)',
  ],
  [
    'text on the line of |',
    withLines(4, '    bash: | echo one'),
    '4:13 Text stands on the line of the "|" that begins a text. (Begin it in the next line, indented deeper than its key; or put it in quotes if "|" belongs to it.)',
  ],
  [
    'no space before a comment',
    withLines(9, '    depends_on: [plan]#later'),
    '9:23 There is no space before this "#". (Write one, or quote a text with "#".)',
  ],
  [
    'another comment',
    withLines(1, '// review', 0),
    '1:1 A comment begins with "#", not with "//". (Write "#" instead.)',
  ],
  ['a fence of Markdown', withLines(1, '```yaml', 0), '1:1 This line is Markdown, not YAML. (Take it out.)'],
  [
    'a merge conflict',
    withLines(5, '<<<<<<< HEAD\n  - id: ship\n=======\n  - id: sail\n>>>>>>> other'),
    `5:1 This is the mark of a merge conflict. (Keep one of the two versions, and take the marks out.${MORE})`,
  ],
  [
    'line ends of old Macs',
    LINES.join('\r'),
    '1:13 The lines of this file end with a carriage return alone, which ends no line. (Save it with line ends of Linux (LF) or Windows (CRLF).)',
  ],
  [
    'a tag',
    withLines(4, '    bash: !x y'),
    '4:11 "!x" is a tag, which has no meaning in a workflow. (Take it out, or put the text in quotes.)',
  ],
];

describe('one mistake is one problem, at its place, with what to do', () => {
  test.each(CASES)('%s', (_mistake, text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });
});

test('mistakes that do not disturb each other are all told', () => {
  const text = 'name: @me\ngoal: Look: here\na stray line\ntags:[a]\nenv: {A: "\\d", B: "\\q"}\n';
  expect(problemsOf(text).map((problem) => problem.split(' ')[0])).toEqual([
    '1:7',
    '2:7',
    '3:1',
    '4:5',
    '5:11',
    '5:20',
  ]);
});

test('WHEN a file has many mistakes THEN twenty are told', () => {
  const problems = problemsOf('a: @b\n'.repeat(1000));
  expect(problems.length).toBe(20);
  expect(problems.at(-1)).toBe(`20:4 A text without quotes cannot begin with "@". (Put it in quotes: "@b".${MORE})`);
});
