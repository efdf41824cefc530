import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluateWhen } from './evaluate-when.js';
import type { ReferenceValues } from './render/reference-values.js';
import { parseExpression } from './when-parser.js';

const OUTPUTS: Readonly<Record<string, string>> = {
  json: '{"score": 85, "ratio": 0.5, "ok": true, "no": false, "none": null, "level": "high", "count": "5"}',
  five: '5.0',
  word: 'yes',
  empty: '',
  false: 'false',
  zero: '0',
  long: 'x'.repeat(300),
  skipped: '',
};

const values: ReferenceValues = {
  output: (id) => OUTPUTS[id],
  status: (id) => (id === 'skipped' ? 'SKIPPED' : 'DONE'),
  exitCode: (id) => (id === 'skipped' ? null : 0),
  variable: (name) => (name === 'ARGUMENTS' ? 'a b' : undefined),
  input: () => '10',
};

function judge(text: string) {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw parsed.error;
  return evaluateWhen(parsed.expression, values);
}

test.each([
  ["$word.output == 'yes'", true],
  ['$word.output != "yes"', false],
  ["$word.output == 'YES'", false],
  ['$five.output == 5', true],
  ["$five.output == '5'", false],
  ['$five.output == $json.output.count', true],
  ['$json.output.score == 85.0', true],
  ['$json.output.score > 80', true],
  ["$json.output.score > '80'", true],
  ['$INPUTS.n < 9', false],
  ['$INPUTS.n >= 10 && $INPUTS.n <= 10', true],
  ['$json.output.ratio < 1', true],
  ['-1 < 0', true],
  ['$json.output.ok == true', true],
  ["$json.output.ok == 'true'", true],
  ['$json.output.no == false', true],
  ['$json.output.none == null', true],
  ['$skipped.exit_code == null', true],
  ['$zero.output == null', false],
  ["$word.status == 'DONE' && $word.exit_code == 0", true],
  ["$skipped.status == 'SKIPPED'", true],
  ["$ARGUMENTS == 'a b'", true],
  ['$word.output', true],
  ['$zero.output', true],
  ['$empty.output', false],
  ['$false.output', false],
  ['$json.output.no', false],
  ['!$empty.output', true],
  ['true', true],
  ['false || null', false],
  ["''", false],
  ["$word.output == 'no' || $word.output == 'yes' && false", false],
  ["($word.output == 'no' || $word.output == 'yes') && !false", true],
])('%s is %s', (text, wanted) => {
  expect(judge(text)).toMatchObject({ ok: true, value: wanted });
});

test.each([
  ['$word.output < 3', '"$word.output < 3" needs numbers: $word.output is "yes".'],
  [
    '$empty.output >= $word.output',
    '"$empty.output >= $word.output" needs numbers: $empty.output is empty and $word.output is "yes".',
  ],
  ["3 > 'x'", `"3 > 'x'" needs numbers: 'x' is none.`],
  ['true <= 1', '"true <= 1" needs numbers: true is none.'],
  ['$long.output < 1', `"$long.output < 1" needs numbers: $long.output is "${'x'.repeat(200)}…".`],
  ["$skipped.output.a == 'x'", '$skipped.output.a: node "skipped" was skipped, so its output has no field "a".'],
  ['$word.output.a', '$word.output.a: the output of node "word" is not JSON, so it has no field "a".'],
  ['$GOAL', '$GOAL has no value here.'],
])('%s fails', (text, message) => {
  expect(judge(text)).toEqual({ ok: false, message });
});

test('the values of the references that were looked at explain the result', () => {
  expect(judge("$word.output == 'no' && $skipped.output.a == 1")).toEqual({
    ok: true,
    value: false,
    values: { '$word.output': 'yes' },
  });
  expect(judge('$word.output || $word.output.a')).toEqual({ ok: true, value: true, values: { '$word.output': 'yes' } });
  expect(judge('$json.output.score < 80 || $json.output.no')).toEqual({
    ok: true,
    value: false,
    values: { '$json.output.score': '85', '$json.output.no': 'false' },
  });
  expect(judge('$long.output')).toEqual({ ok: true, value: true, values: { '$long.output': `${'x'.repeat(200)}…` } });
});

const REFERENCE = fc.constantFrom(
  ...[
    '$a.output',
    '$a.output.b',
    '$a.output.b.0',
    '$a.output.__proto__',
    '$a.status',
    '$a.exit_code',
    '$GOAL',
    '$INPUTS.n',
  ],
);
const LITERAL = fc.oneof(
  fc.constantFrom('true', 'false', 'null', "''", '""', '-0', '1.5'),
  fc.integer().map(String),
  fc.string().map((text) => `'${text.replace(/['\\]/g, '')}'`),
);
const OPERAND = fc.oneof({ weight: 2, arbitrary: REFERENCE }, LITERAL);
const { expression: EXPRESSION } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 5 },
    OPERAND,
    fc
      .tuple(OPERAND, fc.constantFrom('==', '!=', '<', '<=', '>', '>='), OPERAND)
      .map(([left, operator, right]) => `${left} ${operator} ${right}`),
    fc
      .tuple(tie('expression'), fc.constantFrom('&&', '||'), tie('expression'))
      .map(([left, operator, right]) => `(${left}) ${operator} (${right})`),
    tie('expression').map((inner) => `!(${inner})`),
  ),
}));
const VALUE = fc.oneof(
  fc.string(),
  fc.json(),
  fc.json().map((text) => `{"b": ${text}}`),
  fc.double().map(String),
  fc.constantFrom(
    undefined,
    '',
    'false',
    '$(touch X)',
    '$a.output',
    `{"b": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
  ),
);

test('every expression is judged for every value, or fails with a message', () => {
  fc.assert(
    fc.property(EXPRESSION, VALUE, VALUE, fc.option(fc.integer()), (text, output, other, exitCode) => {
      const parsed = parseExpression(text);
      if (!parsed.ok) return /too (?:deeply|long)/.test(parsed.error.message);
      const given = { output: () => output, status: () => 'DONE', exitCode: () => exitCode };
      const judged = evaluateWhen(parsed.expression, { ...given, variable: () => other, input: () => other });
      const opposite = evaluateWhen(
        { kind: 'not', operand: parsed.expression },
        { ...given, variable: () => other, input: () => other },
      );
      if (!judged.ok) return judged.message.endsWith('.') && !opposite.ok;
      return opposite.ok && opposite.value === !judged.value;
    }),
    { numRuns: 500 },
  );
});

test('what a reference stands for is compared as it is, whatever it holds', () => {
  const text = fc.string({ unit: fc.constantFrom(...'$`"\'\\(){}!=<>&| \n0aé') });
  fc.assert(
    fc.property(text, text, (output, goal) => {
      const parsed = parseExpression('$a.output == $GOAL');
      const given = { ...values, output: () => output, variable: () => goal };
      const judged = parsed.ok && evaluateWhen(parsed.expression, given);
      const isEqual = output === goal || (/^\s*0+\s*$/.test(output) && /^\s*0+\s*$/.test(goal));
      expect(judged).toEqual({ ok: true, value: isEqual, values: { '$a.output': output, $GOAL: goal } });
    }),
  );
});
