import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Expression, type Operand, parseExpression, referencesOf } from './when-parser.js';

/** An expression with all its parentheses, so that a table can show how it was understood. */
function show(expression: Expression): string {
  switch (expression.kind) {
    case 'or':
      return `(${show(expression.left)} || ${show(expression.right)})`;
    case 'and':
      return `(${show(expression.left)} && ${show(expression.right)})`;
    case 'not':
      return `!${show(expression.operand)}`;
    case 'compare':
      return `(${showOperand(expression.left)} ${expression.operator} ${showOperand(expression.right)})`;
    case 'truth':
      return showOperand(expression.operand);
  }
}

function showOperand(operand: Operand): string {
  return operand.kind === 'literal' ? JSON.stringify(operand.value) : operand.text;
}

function understood(text: string): string {
  const result = parseExpression(text);
  return result.ok ? show(result.expression) : `error: ${result.error.message}`;
}

test.each([
  ["$a.output == 'x'", '($a.output == "x")'],
  ['$a.output != "it\'s"', '($a.output != "it\'s")'],
  ['$a.exit_code < 1', '($a.exit_code < 1)'],
  ['$a.exit_code <= -1.5', '($a.exit_code <= -1.5)'],
  ['3>$a.exit_code', '(3 > $a.exit_code)'],
  ['$a.output.items.0.n >= 10', '($a.output.items.0.n >= 10)'],
  ["$a.status == 'DONE'", '($a.status == "DONE")'],
  ['$INPUTS.mode == $GOAL', '($INPUTS.mode == $GOAL)'],
  ['$a.output == null', '($a.output == null)'],
  ['$a.output', '$a.output'],
  ['true', 'true'],
  ['!$a.output', '!$a.output'],
  ['!!false', '!!false'],
  ['! $a.output == 1', '!($a.output == 1)'],
  ['$a.output || $b.output && $c.output', '($a.output || ($b.output && $c.output))'],
  ['($a.output || $b.output) && $c.output', '(($a.output || $b.output) && $c.output)'],
  ['1==1&&2==2||3==3', '(((1 == 1) && (2 == 2)) || (3 == 3))'],
  ['$a.output || $b.output || $c.output', '(($a.output || $b.output) || $c.output)'],
  ["'$a.output' == ''", '("$a.output" == "")'],
])('WHEN the expression is %s THEN it means %s', (text, expected) => {
  expect(understood(text)).toBe(expected);
});

test.each<[text: string, column: number, length: number, message: string]>([
  ['', 1, 1, 'A value is missing: the expression ends.'],
  ["$a.output == 'x", 14, 2, "The quote ' is never closed."],
  ['$a.output = 1', 11, 1, '"=" is not an operator.'],
  ['$a.output & true', 11, 1, '"&" is not an operator.'],
  ['$a.output | true', 11, 1, '"|" is not an operator.'],
  ['$a.output == yes', 14, 3, '"yes" is neither a reference nor a quoted text.'],
  ['$a.outptu == 1', 1, 9, '"$a.outptu" is not a reference.'],
  ['$a.output ==', 13, 1, 'A value is missing: the expression ends.'],
  ['== 1', 1, 2, 'A value is missing: there is "==".'],
  ['($a.output', 1, 1, 'This parenthesis is never closed.'],
  ['$a.output)', 10, 1, 'The expression should end before ")".'],
  ['$a.output $b.output', 11, 9, 'The expression should end before "$b.output".'],
  ['1 < 2 < 3', 7, 1, 'The expression should end before "<".'],
  ['$a.output == 1.2.3', 14, 1, '"1" does not belong into an expression.'],
  ['$a.output + 1', 11, 1, '"+" does not belong into an expression.'],
  ['\\$a.output', 1, 1, '"\\" does not belong into an expression.'],
  [`${'('.repeat(300)}1${')'.repeat(300)}`, 201, 1, 'The expression is nested too deeply.'],
  [`${'!'.repeat(300)}1`, 201, 1, 'The expression is nested too deeply.'],
])('WHEN the expression is %j THEN the error is in column %i, %i wide: %s', (text, column, length, message) => {
  const result = parseExpression(text);
  const { error } = result.ok ? { error: undefined } : result;
  expect({ column: (error?.offset ?? -1) + 1, length: error?.length, message: error?.message }).toEqual({
    column,
    length,
    message,
  });
  expect(error?.hint).toMatch(/\.$/);
});

test('every reference of an expression is found, in the order of the text', () => {
  const result = parseExpression("!($b.output == $a.status) && 'x' != $GOAL || $INPUTS.n");
  expect(result.ok && referencesOf(result.expression).map(({ text, start }) => [text, start])).toEqual([
    ['$b.output', 2],
    ['$a.status', 15],
    ['$GOAL', 36],
    ['$INPUTS.n', 45],
  ]);
});

test('a chain of a thousand conditions is read, and one that no walk could get through is refused', () => {
  const chain = (length: number) => parseExpression(Array(length).fill('$a.output == 1').join(' && '));
  const result = chain(1000);
  expect(result.ok && referencesOf(result.expression).length).toBe(1000);
  expect(chain(100_000)).toMatchObject({
    ok: false,
    error: { message: 'The expression is too long.', offset: 22_500 },
  });
});

test('the parser never throws, and an error lies inside the text', () => {
  const words = fc.constantFrom(
    '$a.output',
    "'x'",
    '1',
    '==',
    '<',
    '&&',
    '||',
    '!',
    '(',
    ')',
    '$',
    '=',
    ' ',
    'null',
    '"',
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(words).map((list) => list.join('')),
  );
  fc.assert(
    fc.property(text, (written) => {
      const result = parseExpression(written);
      return result.ok || (result.error.offset >= 0 && result.error.offset <= written.length);
    }),
  );
});
