import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Bench, eventsIn, nodes, story } from '../core/bench.js';
import { measure } from '../rig/measure.js';
import { TestRig } from '../rig/test-rig.js';

const FLOW = nodes(
  { id: 'triage', adapter: 'demo', prompt: 'fake: exit 9' },
  { id: 'fix', depends_on: ['triage'], when: "$triage.output.kind == 'bug'", bash: 'echo ran > ran' },
  { id: 'answer', depends_on: ['triage'], when: "$triage.output.kind != 'bug'", bash: 'echo ran > ran' },
  {
    id: 'polish',
    depends_on: ['fix'],
    adapter: 'demo',
    loop: { prompt: 'After [$LOOP_PREV_OUTPUT]', until: 'GOOD', max_iterations: 3 },
  },
  { id: 'gate', depends_on: ['polish'], approval: { message: 'Ship?', capture_response: true } },
  { id: 'ship', depends_on: ['gate'], bash: 'echo ran > ran' },
);

async function simulate(stubs: string, args: readonly string[] = [], flow: object = FLOW) {
  const bench = await Bench.create();
  await using _bench = bench;
  await bench.write(flow);
  await bench.rig.write({ 'stubs.yaml': stubs });
  const result = await bench.rig.run(['run', 'flow.yaml', '--dry-run', '--stubs', 'stubs.yaml', ...args]);
  await expect(bench.read(bench.rig.path('ran'))).rejects.toThrow('ENOENT');
  await expect(bench.read(bench.file('session.json'))).rejects.toThrow('ENOENT');
  return result;
}

describe('run --dry-run --stubs', () => {
  test('WHEN results are given THEN the branches they lead to are shown, and nothing is started or kept', async () => {
    const { code, stdout } = await simulate(
      'triage: {output: {kind: bug}}\nfix: patched\npolish: {outputs: [rough, better, GOOD]}\ngate: go\n',
    );
    expect([code, stdout]).toMatchInlineSnapshot(`
      [
        0,
        "NODE    STATUS   WHY
      triage  DONE
      fix     DONE
      answer  SKIPPED  when $triage.output.kind != 'bug' is false ($triage.output.kind is "bug")
      polish  DONE
      gate    DONE
      ship    DONE     no stub: empty output

      flow would end DONE
      Nothing was started.
      ",
      ]
    `);
  });

  test('WHEN another result is given THEN the other branch is', async () => {
    const { code, stdout } = await simulate('triage: {output: {kind: question}}\n');
    expect([code, stdout]).toMatchInlineSnapshot(`
      [
        0,
        "NODE    STATUS   WHY
      triage  DONE
      fix     SKIPPED  when $triage.output.kind == 'bug' is false ($triage.output.kind is "question")
      answer  DONE     no stub: empty output
      polish  SKIPPED  all_success: fix is SKIPPED
      gate    SKIPPED  all_success: polish is SKIPPED
      ship    SKIPPED  all_success: gate is SKIPPED

      flow would end DONE
      Nothing was started.
      ",
      ]
    `);
  });

  test('WHEN a loop has a list of outputs THEN each iteration gets the next, and the last is repeated', async () => {
    const { code, stdout } = await simulate('triage: {output: {kind: bug}}\npolish: {outputs: [one, two]}\n', [
      '--json',
    ]);
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const prompts = events.filter(({ type, taskId }) => type === 'task.prompted' && taskId === 'polish');
    expect(prompts.map(({ prompt }) => prompt)).toEqual(['After []', 'After [one]', 'After [two]']);
    expect([code, events.at(-1)]).toMatchObject([1, { type: 'session.finished', status: 'FAILED' }]);
  });

  test('WHEN a loop is ended by a command or by a person THEN it goes on while there are outputs', async () => {
    await using bench = await Bench.create();
    const loop = { prompt: 'Go', max_iterations: 5 };
    await bench.write(
      nodes(
        { id: 'checked', adapter: 'demo', loop: { ...loop, until_bash: 'false' } },
        { id: 'gated', adapter: 'demo', loop: { ...loop, until: 'NEVER', interactive: true } },
        { id: 'tried', bash: 'true', retry: { max_attempts: 3, delay_ms: 3_600_000, max_delay_ms: 3_600_000 } },
        { id: 'list', bash: 'true' },
        { id: 'nothing', bash: 'true' },
      ),
    );
    const stubs =
      'checked: {outputs: [a, b, c]}\ngated: {outputs: [d, e]}\ntried: {exit_code: 1}\nlist: [1, 2]\nnothing:\n';
    await bench.rig.write({ 'stubs.yaml': stubs });
    const { stdout } = await bench.rig.run('run flow.yaml --dry-run --stubs stubs.yaml --json');
    const events = eventsIn(stdout);
    const prompts = (id: string) => events.filter((event) => event.type === 'task.prompted' && event.taskId === id);
    expect([prompts('checked').length, prompts('gated').length]).toEqual([3, 2]);
    expect(
      story(events)
        .filter((line) => line.startsWith('finished'))
        .sort(),
    ).toEqual([
      'finished checked DONE',
      'finished gated DONE',
      'finished list DONE',
      'finished nothing DONE',
      'finished tried FAILED',
    ]);
  });

  test('WHEN a script has dependencies THEN nothing is installed and nothing is kept for a real run', async () => {
    await using bench = await Bench.create();
    await bench.write(nodes({ id: 's', runtime: 'node', deps: ['is-odd@3.0.1'], script: 'console.log(1)' }));
    await bench.rig.write({ 'stubs.yaml': 's: {outputs: [first, second]}\n' });
    const cache = bench.rig.path('cache');
    const env = { XDG_CACHE_HOME: cache };
    const { code } = await bench.rig.run('run flow.yaml --dry-run --stubs stubs.yaml', { env });
    expect([code, await readdir(join(cache, 'agentflow', 'scripts')).catch(() => [])]).toEqual([0, []]);
  });

  test('WHEN a person is said to reject THEN the session would be CANCELLED', async () => {
    const { code } = await simulate(
      'triage: {output: {kind: bug}}\npolish: GOOD\ngate: {decision: reject, output: Not now.}\n',
    );
    expect(code).toBe(6);
  });

  test('WHEN a person rejects what an agent has reworked, too, THEN the words are the reason', async () => {
    const approval = { message: 'Ship?', on_reject: { prompt: 'Better!', max_attempts: 2 } };
    const stubs = 'gate: {decision: reject, output: Not now.}\n';
    const { stdout } = await simulate(stubs, [], nodes({ id: 'gate', adapter: 'demo', approval }));
    expect(stdout).toContain('flow would end CANCELLED: Not now.\n');
  });

  test.each([
    ['fixx: x', 'error: stubs.yaml  There is no node "fixx".\nhint: Did you mean "fix"?\n'],
    ['fix: {outpt: x}', undefined],
    ['[1, 2]', 'error: stubs.yaml  The file must map node ids to results.\n'],
    ['fix: {output: a, outputs: [b]}', undefined],
  ])('WHEN the stubs are %j THEN they are refused with exit 3', async (stubs, expected) => {
    const { code, stdout, stderr } = await simulate(stubs);
    expect([code, stdout]).toEqual([3, '']);
    if (expected !== undefined) expect(stderr).toBe(expected);
    expect(stderr).toMatch(/^error: stubs\.yaml /);
  });
});

test('WHEN two stages have 5,000 tasks each THEN memory is needed for the tasks, and not for every pair of them', async () => {
  await using rig = await TestRig.create();
  const tasks = (stage: string) =>
    Array.from(
      { length: 5000 },
      (_, index) => `      - {id: ${stage}${index}, executionMode: headless, prompt: x}\n`,
    ).join('');
  await rig.write({
    'f.yaml': `name: a\nadapter: demo\nmutates_checkout: false\nstages:\n  - name: a\n    tasks:\n${tasks('a')}  - name: b\n    tasks:\n${tasks('b')}`,
    'stubs.yaml': 'a4999: {failure: No.}\n',
  });
  const command = 'run f.yaml --dry-run --stubs stubs.yaml';
  const { code, stdout, peakMegabytes } = await measure(rig, command, { heapMegabytes: 250 });
  expect({ code, end: stdout.split('\n').slice(-5).join('\n') }).toEqual({
    code: 1,
    end: 'b4999  SKIPPED  none_failed: a4999 is FAILED\n\na would end FAILED: Task "a4999" failed.\nNothing was started.\n',
  });
  expect(peakMegabytes).toBeLessThan(300);
});
