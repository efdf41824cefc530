import { describe, expect, test } from 'vitest';
import { TRIGGER_RULES, type TriggerRule } from '../../workflow/plan.js';
import type { TaskStatus } from '../types.js';
import { type DependencyState, dependencyState, dependencyStates, readiness, satisfies } from './readiness.js';

/** d = done, f = failed, s = skipped; the columns are the rules in the order of TRIGGER_RULES, x = runs. */
const TABLE: Record<string, string> = {
  //    all_success one_success nf_min_one all_done none_failed one_failed all_failed
  d: 'xxxxx..',
  f: '...x.xx',
  s: '...xx..',
  dd: 'xxxxx..',
  df: '.x.x.x.',
  ds: '.xxxx..',
  ff: '...x.xx',
  fs: '...x.x.',
  ss: '...xx..',
  dfs: '.x.x.x.',
};

const STATES: Record<string, DependencyState> = { d: 'done', f: 'failed', s: 'skipped' };

describe('trigger rules', () => {
  for (const [letters, row] of Object.entries(TABLE)) {
    const states = [...letters].map((letter) => STATES[letter] as DependencyState);
    for (const [index, rule] of TRIGGER_RULES.entries()) {
      const runs = row[index] === 'x';
      test(`${rule} over ${states.join(', ')}: the node ${runs ? 'runs' : 'is skipped'}`, () => {
        expect(satisfies(rule, states)).toBe(runs);
        expect(satisfies(rule, states.toReversed())).toBe(runs);
      });
    }
  }

  test.each(TRIGGER_RULES)('%s without dependencies: the node runs', (rule) => {
    expect(satisfies(rule, [])).toBe(true);
  });
});

describe('readiness', () => {
  const node = (triggerRule: TriggerRule) => ({ policy: { triggerRule, alwaysRun: false } });
  const upstream = (a: TaskStatus, b: TaskStatus, behind = false) =>
    dependencyStates(['a', 'b'], {
      statusOf: (id) => (id === 'a' ? a : b),
      failureBehind: (id) => behind && id === 'b',
    });

  test.each(['PENDING', 'RUNNING', 'WAITING_FOR_USER'] as const)('WHEN a dependency is %s THEN the node waits', (b) => {
    expect(readiness(node('one_success'), upstream('DONE', b))).toBe('wait');
  });

  test('WHEN every dependency is over THEN the rule decides', () => {
    expect(readiness(node('all_success'), upstream('DONE', 'DONE'))).toBe('run');
    expect(readiness(node('all_success'), upstream('DONE', 'FAILED'))).toBe('skip');
  });

  test('WHEN a failure stands behind a skipped dependency THEN it counts as a failure', () => {
    expect(readiness(node('none_failed'), upstream('DONE', 'SKIPPED'))).toBe('run');
    expect(readiness(node('none_failed'), upstream('DONE', 'SKIPPED', true))).toBe('skip');
    expect(readiness(node('one_failed'), upstream('DONE', 'SKIPPED', true))).toBe('run');
  });

  test('a cancelled dependency counts as failed', () => {
    expect(dependencyState('CANCELLED', false)).toBe('failed');
  });
});
