import { expect, test, vi } from 'vitest';
import { findReferences, type Reference } from '../references.js';
import { type ReferenceValues, referenceText, resolveReference } from './reference-values.js';
import { renderText } from './render-text.js';

const OUTPUTS: Readonly<Record<string, string>> = {
  plan: '{"title": "It\\nworks", "steps": [{"n": 1}, null], "deep": {"on": true}}',
  text: 'plain $& $$ $1 $plan.output',
  skipped: '',
};

const values: ReferenceValues = {
  output: (id) => OUTPUTS[id],
  status: (id) => (id === 'skipped' ? 'SKIPPED' : id in OUTPUTS ? 'DONE' : undefined),
  exitCode: (id) => (id === 'text' ? 3 : id in OUTPUTS ? null : undefined),
  variable: (name) => (name === 'GOAL' ? 'ship' : undefined),
  input: (name) => (name === 'who' ? 'me' : undefined),
};

const reference = (text: string): Reference => findReferences(text)[0]?.reference as Reference;

test.each([
  ['$text.output', 'plain $& $$ $1 $plan.output'],
  ['$plan.output.title', 'It\nworks'],
  ['$plan.output.deep', '{"on":true}'],
  ['$plan.output.deep.on', 'true'],
  ['$plan.output.steps.0.n', '1'],
  ['$plan.output.steps.1', 'null'],
  ['$skipped.output', ''],
  ['$plan.status', 'DONE'],
  ['$text.exit_code', '3'],
  ['$plan.exit_code', ''],
  ['$GOAL', 'ship'],
  ['$INPUTS.who', 'me'],
])('%s is %j', (text, wanted) => {
  expect(resolveReference(reference(text), values)).toMatchObject({ ok: true, known: true, text: wanted });
  expect(referenceText(reference(text))).toBe(text);
});

test.each([
  ['$skipped.output.title', '$skipped.output.title: node "skipped" was skipped, so its output has no field "title".'],
  ['$text.output.a', '$text.output.a: the output of node "text" is not JSON, so it has no field "a".'],
  ['$plan.output.deep.off', '$plan.output.deep.off: the output of node "plan" has no field "deep.off".'],
  ['$plan.output.steps.length', '$plan.output.steps.length: the output of node "plan" has no field "steps.length".'],
  ['$plan.output.title.length', '$plan.output.title.length: the output of node "plan" has no field "title.length".'],
  ['$plan.output.__proto__', '$plan.output.__proto__: the output of node "plan" has no field "__proto__".'],
])('%s fails', (text, message) => {
  expect(resolveReference(reference(text), values)).toEqual({ ok: false, message });
  expect(renderText(`a ${text}`, values)).toEqual({ ok: false, message });
});

test.each(['$who.output', '$who.output.a', '$who.status', '$who.exit_code', '$ARGUMENTS', '$INPUTS.what'])(
  '%s is unknown and stays',
  (text) => {
    expect(resolveReference(reference(text), values)).toEqual({ ok: true, known: false });
    expect(renderText(`a ${text} b`, values)).toEqual({ ok: true, text: `a ${text} b` });
  },
);

test('an output is parsed once, and only for a field', () => {
  const parse = vi.spyOn(JSON, 'parse');
  renderText('$plan.output $text.output', values);
  expect(parse).toHaveBeenCalledTimes(0);
  renderText('$plan.output.title $plan.output.deep', values);
  expect(parse).toHaveBeenCalledTimes(1);
  parse.mockRestore();
});

test('a text is filled in one pass', () => {
  const text = 'Do $plan.output.title: \\$plan.output, \\\\$GOAL, $$GOAL and "$text.output".';
  expect(renderText(text, values)).toEqual({
    ok: true,
    text: 'Do It\nworks: $plan.output, \\$GOAL, $ship and "plain $& $$ $1 $plan.output".',
  });
});

test('a field that is nested too deeply to be written is a failure, and no crash', () => {
  const output = `{"a": ${'['.repeat(100_000)}${']'.repeat(100_000)}, "b": 1}`;
  const deep = { ...values, output: () => output };
  expect(resolveReference(reference('$plan.output.a'), deep)).toEqual({
    ok: false,
    message: '$plan.output.a: field "a" of the output of node "plan" is nested too deeply.',
  });
  expect(renderText('$plan.output.b', deep)).toEqual({ ok: true, text: '1' });
});
