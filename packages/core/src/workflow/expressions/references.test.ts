import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findReferences, type Reference } from './references.js';

test.each<[text: string, reference: Reference]>([
  ['$a.output', { kind: 'output', id: 'a', path: [] }],
  ['$my-node_2.output', { kind: 'output', id: 'my-node_2', path: [] }],
  ['$a.output.b.0.c-d', { kind: 'output', id: 'a', path: ['b', '0', 'c-d'] }],
  ['$a.status', { kind: 'status', id: 'a' }],
  ['$a.exit_code', { kind: 'exit_code', id: 'a' }],
  ['$ARGUMENTS', { kind: 'variable', name: 'ARGUMENTS' }],
  ['$GOAL', { kind: 'variable', name: 'GOAL' }],
  ['$SESSION_ID', { kind: 'variable', name: 'SESSION_ID' }],
  ['$ARTIFACTS_DIR', { kind: 'variable', name: 'ARTIFACTS_DIR' }],
  ['$LOOP_ITERATION', { kind: 'variable', name: 'LOOP_ITERATION' }],
  ['$LOOP_PREV_OUTPUT', { kind: 'variable', name: 'LOOP_PREV_OUTPUT' }],
  ['$LOOP_USER_INPUT', { kind: 'variable', name: 'LOOP_USER_INPUT' }],
  ['$REJECTION_REASON', { kind: 'variable', name: 'REJECTION_REASON' }],
  ['$INPUTS.ticket', { kind: 'input', name: 'ticket' }],
  ['$INPUTS.output', { kind: 'input', name: 'output' }],
  ['$INPUTS.status', { kind: 'input', name: 'status' }],
])('WHEN a text is %s THEN it is one reference', (text, reference) => {
  expect(findReferences(text)).toEqual([{ reference, text, start: 0, escaped: false }]);
});

test.each([
  'It costs $5.00.',
  '$HOME and ${PATH} and $1 and $$',
  '$a.outputs $a.output_x $a.statuses',
  '$a .output',
  '$5a.output',
  '$GOALS $ARGUMENTSX',
  '$INPUTS. $INPUTS.5',
  '$a.exit_codes',
])('WHEN prose is %s THEN it has no reference', (text) => {
  expect(findReferences(text)).toEqual([]);
});

test.each<[text: string, found: string[]]>([
  ['See $a.output.', ['$a.output']],
  ['"$a.output"/$b.output', ['$a.output', '$b.output']],
  ['$a.output$a.output', ['$a.output', '$a.output']],
  ['x$GOAL-y', ['$GOAL']],
  ['($a.status)', ['$a.status']],
])('WHEN prose is %s THEN its references end where they should', (text, found) => {
  expect(findReferences(text).map((token) => token.text)).toEqual(found);
});

test('an escaped reference is found as one that stays literal, without its backslash', () => {
  const reference = { kind: 'output', id: 'a', path: [] };
  expect(findReferences('x \\$a.output')).toEqual([{ reference, text: '$a.output', start: 3, escaped: true }]);
});

test('whatever the text, each token stands where it says', () => {
  const word = fc.constantFrom('$a.output', '\\$b.status', '$INPUTS.x', '$GOAL', '.b', '\\', '$', ' ', 'x', 'é', '😀');
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const text = words.join('');
      return findReferences(text).every((token) => text.startsWith(token.text, token.start) && token.text[0] === '$');
    }),
  );
});
