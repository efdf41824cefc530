import { describe, expect, test } from 'vitest';
import { nodesFile, planOf } from '../../testing-rig/check-text.js';

const STAGES = `name: review
goal: Ship
stages:
  - name: plan
    tasks:
      - {id: draft, adapter: able}
      - {id: critic, adapter: plain, executionMode: headless, prompt: p, extraArgs: [-v], cwd: app, env: {A: 1}, name: Critic, retry: 2, timeout: 9}
  - {name: pause, tasks: []}
  - name: build
    continue_on_error: true
    tasks: [{id: code, adapter: able}]
  - name: ship
    tasks: [{id: push, adapter: able, trigger_rule: one_failed}, {id: tell, adapter: able}]
`;

describe('stages become nodes', () => {
  test('a task depends on every task of the previous stage that has any, and on nothing else', async () => {
    const { nodes } = await planOf(STAGES);
    expect(nodes.map(({ id, dependsOn, stage }) => `${stage} ${id} ← ${dependsOn.join(' ')}`)).toEqual([
      '0 draft ← ',
      '0 critic ← ',
      '2 code ← draft critic',
      '3 push ← code',
      '3 tell ← code',
    ]);
  });

  test('a task starts when nothing before it failed, or in any case after continue_on_error', async () => {
    const { nodes } = await planOf(STAGES);
    expect(nodes.map(({ id, policy }) => `${id} ${policy.triggerRule}`)).toEqual([
      'draft none_failed',
      'critic none_failed',
      'code none_failed',
      'push one_failed',
      'tell all_done',
    ]);
  });

  test('WHEN a task is defined with only id and adapter THEN it is interactive and its name is its id', async () => {
    const [draft] = (await planOf(STAGES)).nodes;
    expect(draft).toEqual({
      id: 'draft',
      name: 'draft',
      type: 'prompt',
      config: { prompt: undefined },
      agent: { adapter: 'able', executionMode: 'interactive', extraArgs: [] },
      dependsOn: [],
      policy: { triggerRule: 'none_failed', alwaysRun: false },
      env: {},
      stage: 0,
    });
  });

  test('WHEN a task is defined with all fields THEN each is in the plan', async () => {
    expect((await planOf(STAGES)).nodes[1]).toEqual({
      id: 'critic',
      name: 'Critic',
      type: 'prompt',
      config: { prompt: 'p' },
      agent: { adapter: 'plain', executionMode: 'headless', extraArgs: ['-v'] },
      dependsOn: [],
      policy: {
        triggerRule: 'none_failed',
        retry: { maxAttempts: 2, delayMs: 1000, maxDelayMs: 60_000, onError: 'all' },
        timeoutMs: 9,
        alwaysRun: false,
      },
      cwd: 'app',
      env: { A: '1' },
      stage: 0,
    });
  });

  test('the stages of the plan are those of the file, empty ones too', async () => {
    const { kind, goal, stages } = await planOf(STAGES);
    expect({ kind, goal, stages: stages.map(({ name, nodeIds }) => `${name}: ${nodeIds.join(' ')}`) }).toEqual({
      kind: 'stages',
      goal: 'Ship',
      stages: ['plan: draft critic', 'pause: ', 'build: code', 'ship: push tell'],
    });
  });
});

describe('nodes become nodes', () => {
  test('every node stands after its dependencies, and its stage is its layer', async () => {
    const { nodes, stages } = await planOf(
      nodesFile(
        'id: c, bash: x, depends_on: [b]',
        'id: b, bash: x, depends_on: [a]',
        'id: a, bash: x',
        'id: d, bash: x',
      ),
    );
    expect(nodes.map(({ id, stage }) => `${id}${stage}`).join(' ')).toBe('a0 d0 b1 c2');
    expect(stages).toEqual([
      { name: 'layer 1', nodeIds: ['a', 'd'] },
      { name: 'layer 2', nodeIds: ['b'] },
      { name: 'layer 3', nodeIds: ['c'] },
    ]);
  });

  test('an agent takes what the node says, then the file', async () => {
    const { nodes } = await planOf(
      `model: big\n${nodesFile('id: a, prompt: p', 'id: b, prompt: p, adapter: able, model: small, executionMode: interactive, permissions: ask, context: fresh')}`,
    );
    expect(nodes.map(({ agent }) => agent)).toEqual([
      { adapter: 'able', executionMode: 'headless', extraArgs: [], model: 'big' },
      { adapter: 'able', executionMode: 'interactive', extraArgs: [], model: 'small', permissions: 'ask' },
    ]);
  });

  test('the head of a file is in the plan, with defaults', async () => {
    const { nodes: _nodes, stages: _stages, ...minimal } = await planOf(nodesFile('id: a, bash: x'));
    expect(minimal).toEqual({
      name: 'n',
      description: 'd',
      kind: 'nodes',
      tags: [],
      interactive: true,
      mutatesCheckout: true,
      inputs: {},
      env: {},
      failFast: false,
    });
    const head =
      'inputs: {a: , b: {default: 3, required: true}}\nmax_parallel: 2\nbudget_usd: 0.5\ntimeout: 7\nenv: {P: 1}\n';
    const { inputs, maxParallel, budgetUsd, timeoutMs, env } = await planOf(`${head}${nodesFile('id: a, bash: x')}`);
    expect({ inputs, maxParallel, budgetUsd, timeoutMs, env }).toEqual({
      inputs: { a: { required: false }, b: { required: true, default: '3' } },
      maxParallel: 2,
      budgetUsd: 0.5,
      timeoutMs: 7,
      env: { P: '1' },
    });
  });
});
