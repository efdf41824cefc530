import { describe, expect, test } from 'vitest';
import type { SessionEventBody } from '../events.js';
import type { TaskRecord } from '../types.js';
import { begin, launch, start, usage } from './testing-rig/sample-events.js';
import { fold } from './testing-rig/sample-session.js';

describe('usage', () => {
  const none = [null, null, null];
  test.each<[string, SessionEventBody[], readonly (number | null)[]]>([
    ['a total replaces the one before', [usage('total', [10, 1, 0.1]), usage('total', [30, 3, 0.3])], [30, 3, 0.3]],
    ['increments add up', [usage('increment', [10, 1, 0.1]), usage('increment', [20, 2, 0.2])], [30, 3, 0.3]],
    ['what is unknown stays null', [usage('total', [10, null, null])], [10, null, null]],
    ['a figure not told again stays', [usage('total', [10, 1, 0.1]), usage('total', [20, 2, null])], [20, 2, 0.1]],
    ['attempts add up', [usage('total', [10, 1, 0.1]), start('a', 2), usage('total', [5, 5, 0.2])], [15, 6, 0.3]],
    ['processes add up', [launch, usage('total', [10, 1, 1]), launch, usage('total', [1, 1, 1])], [11, 2, 2]],
    [
      'a figure of the second process not told again stays',
      [usage('total', [1, 1, 1]), launch, usage('total', [1, 1, 1]), usage('total', [2, 2, null])],
      [3, 3, 2],
    ],
    ['nothing told is unknown', [], none],
  ])('%s', (_, bodies, expected) => {
    const session = fold(begin, start('a'), ...bodies);
    expect(figures(session.usage)).toEqual(expected);
    expect(figures(session.tasks.get('a')?.usage)).toEqual(expected);
  });

  test('the session has the sum of its tasks', () => {
    const session = fold(begin, usage('total', [1, null, 0.1]), usage('increment', [2, 5, 0.2], 'b'));
    expect(figures(session.usage)).toEqual([3, 5, 0.3]);
  });
});

function figures(usage: TaskRecord['usage']): (number | null)[] {
  return usage ? [usage.inputTokens, usage.outputTokens, usage.costUsd] : [null, null, null];
}
