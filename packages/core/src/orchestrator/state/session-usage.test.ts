import { describe, expect, test } from 'vitest';
import type { SessionEventBody } from '../events.js';
import type { TaskRecord } from '../types.js';
import { begin, finish, launch, resume, start, usage } from './testing-rig/sample-events.js';
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

describe('what is not known', () => {
  const agent = { ...launch, adapter: 'claude' };
  const all = { tokens: true, cost: true };
  test.each<[string, SessionEventBody[], TaskRecord['unknownUsage']]>([
    ['a program that is no agent has no usage', [launch], undefined],
    ['an agent has not told yet', [agent], all],
    ['an agent told all', [agent, usage('total', [10, 1, 0.1])], undefined],
    ['an agent tells no cost', [agent, usage('total', [10, 1, null])], { tokens: false, cost: true }],
    ['an agent told half of its tokens', [agent, usage('total', [10, null, 0.1])], { tokens: true, cost: false }],
    ['a figure is not told again', [agent, usage('total', [1, 1, 1]), usage('total', [2, 2, null])], undefined],
    ['the first of two agents was ended before it told', [agent, agent, usage('total', [1, 1, 1])], all],
    ['the first of two attempts was', [agent, start('a', 2), agent, usage('total', [1, 1, 1])], all],
    ['the second was', [agent, usage('total', [1, 1, 1]), start('a', 2), agent], all],
    ['both told', [agent, usage('total', [1, 1, 1]), agent, usage('total', [1, 1, 1])], undefined],
    ['another program came after it', [agent, usage('total', [1, 1, null]), launch], { tokens: false, cost: true }],
    ['its task runs again on a resume', [agent, finish('a'), resume('a')], all],
  ])('%s', (_, bodies, expected) => {
    const session = fold(begin, start('a'), ...bodies);
    expect(session.tasks.get('a')?.unknownUsage).toEqual(expected);
    const count = (is?: boolean) => Number(is ?? false);
    expect(session.unknownUsage).toEqual({ tokens: count(expected?.tokens), cost: count(expected?.cost) });
  });

  test('the session counts the tasks, those that are no longer part of the workflow among them', () => {
    const [a, b] = [agent, { ...agent, taskId: 'b' }];
    const accepted = { workflow: begin.workflow, stages: [], tasks: [], changed: [] };
    const session = fold(begin, a, b, usage('total', [1, 1, null], 'b'), {
      type: 'session.resumed',
      pending: [],
      inputs: {},
      accepted,
    });
    expect(session.unknownUsage).toEqual({ tokens: 1, cost: 2 });
  });
});

function figures(usage: TaskRecord['usage']): (number | null)[] {
  return usage ? [usage.inputTokens, usage.outputTokens, usage.costUsd] : [null, null, null];
}
