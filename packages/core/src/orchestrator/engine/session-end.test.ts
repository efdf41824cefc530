import { describe, expect, test } from 'vitest';
import { nodesFile, planOf } from '../../testing-rig/check-text.js';
import type { TaskStatus } from '../types.js';
import { unhandledFailures } from './session-end.js';

/** The failures that nobody handled, of nodes written as `a: FAILED`, `b < a [all_done]: DONE`. */
async function unhandled(...lines: readonly string[]): Promise<string[]> {
  const nodes = lines.map((line) => {
    const [, id = '', after = '', rule = 'all_success', status = ''] =
      /^(\w+)(?: < ([\w ]+?))?(?: \[(\w+)\])?: (\w+)$/.exec(line) ?? [];
    return { id, after: after.split(' ').filter(Boolean), rule, status: status as TaskStatus };
  });
  const text = nodes.map(
    ({ id, after, rule }) => `id: ${id}, bash: "true", depends_on: [${after}], trigger_rule: ${rule}`,
  );
  const plan = await planOf(nodesFile(...text));
  const statusOf = (id: string) => nodes.find((node) => node.id === id)?.status ?? 'PENDING';
  return unhandledFailures(plan, statusOf).map(({ id }) => id);
}

describe('a failure is handled', () => {
  test.each(['all_done', 'one_failed', 'all_failed'])('by a dependent with %s that is DONE', async (rule) => {
    expect(await unhandled('a: FAILED', `b < a [${rule}]: DONE`)).toEqual([]);
  });

  test('through nodes that were skipped because of it', async () => {
    expect(await unhandled('a: FAILED', 'b < a: SKIPPED', 'c < b: SKIPPED', 'd < c [one_failed]: DONE')).toEqual([]);
  });

  test('together with others by one node', async () => {
    expect(await unhandled('a: FAILED', 'b: FAILED', 'c < a b [all_failed]: DONE')).toEqual([]);
  });
});

describe('a failure is not handled', () => {
  test('when nothing depends on it', async () => {
    expect(await unhandled('a: FAILED', 'b: DONE')).toEqual(['a']);
  });

  test.each(['one_success', 'none_failed'])('by a dependent with %s, which did not run because of it', async (rule) => {
    expect(await unhandled('a: FAILED', 'ok: DONE', `b < a ok [${rule}]: DONE`)).toEqual(['a']);
  });

  test('by a handler that failed itself; that is a failure too', async () => {
    expect(await unhandled('a: FAILED', 'b < a [all_done]: FAILED')).toEqual(['a', 'b']);
  });

  test('by a handler that was skipped or never ran', async () => {
    expect(await unhandled('a: FAILED', 'b < a [one_failed]: SKIPPED')).toEqual(['a']);
    expect(await unhandled('a: FAILED', 'b < a [one_failed]: PENDING')).toEqual(['a']);
  });

  test('by a handler behind a node that ran', async () => {
    expect(await unhandled('a: FAILED', 'b < a [all_done]: FAILED', 'c < b [all_done]: DONE')).toEqual(['a']);
  });
});

test('WHEN nothing failed THEN nothing is unhandled, whatever was skipped or cancelled', async () => {
  expect(await unhandled('a: DONE', 'b: CANCELLED', 'c < b: SKIPPED')).toEqual([]);
});
