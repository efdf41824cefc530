import { expect, test } from 'vitest';
import { Bench, nodes, taskOf } from '../core/bench.js';

/** `ok` is DONE, `bad` FAILED, `off` SKIPPED; `deep` was skipped too, with the failure of `bad` behind two skips. */
const UPSTREAM = [
  { id: 'ok', bash: 'true' },
  { id: 'bad', bash: 'exit 1' },
  { id: 'off', bash: 'true', when: "'a' == 'b'" },
  { id: 'skipped', bash: 'true', depends_on: ['bad'] },
  { id: 'deep', bash: 'true', depends_on: ['skipped'] },
];

const CASES = ['ok', 'bad', 'off', 'deep', 'ok bad', 'ok off', 'ok deep', 'off deep', 'bad deep'];

/** One letter per case: R runs, - is skipped. */
const RULES = {
  all_success: 'R--------',
  one_success: 'R---RRR--',
  none_failed_min_one_success: 'R----R---',
  all_done: 'RRRRRRRRR',
  none_failed: 'R-R--R---',
  one_failed: '-R-RR-RRR',
  all_failed: '-R-R----R',
};

const idOf = (rule: string, which: string) => `${rule}-${which.replace(' ', '-')}`;

test('WHEN dependencies are done, failed, skipped, or skipped with a failure behind them THEN every trigger_rule decides so', async () => {
  await using bench = await Bench.create();
  const judged = Object.keys(RULES).flatMap((trigger_rule) =>
    CASES.map((which) => ({
      id: idOf(trigger_rule, which),
      depends_on: which.split(' '),
      trigger_rule,
      bash: 'true',
    })),
  );
  const { session } = await bench.finish(nodes(...UPSTREAM, ...judged));
  const letters = (rule: string) =>
    CASES.map((which) => ({ DONE: 'R', SKIPPED: '-' })[taskOf(session, idOf(rule, which)).status as string] ?? '?');
  expect(Object.fromEntries(Object.keys(RULES).map((rule) => [rule, letters(rule).join('')]))).toEqual(RULES);
});

test('WHEN a failure reaches a handler only through skipped nodes THEN the session is DONE', async () => {
  await using bench = await Bench.create();
  const handler = { id: 'handler', depends_on: ['deep'], trigger_rule: 'one_failed', bash: 'echo handled' };
  const { code, stdout, session } = await bench.finish(nodes(...UPSTREAM, handler));
  expect([code, stdout, session.status]).toEqual([0, 'handled\n', 'DONE']);
});

test('WHEN a skipped handler leaves the failure unhandled THEN the session is FAILED, naming the failed task', async () => {
  await using bench = await Bench.create();
  const handler = { id: 'handler', depends_on: ['bad', 'ok'], trigger_rule: 'all_failed', bash: 'echo handled' };
  const { code, session } = await bench.finish(nodes(...UPSTREAM, handler));
  expect([code, session.status, session.reason]).toEqual([1, 'FAILED', 'Task "bad" failed.']);
});
