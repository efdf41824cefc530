import type { TaskOutput } from '@agentflow/core';
import { fake } from '@agentflow/plugin-sdk/testing';
import { describe, expect, test } from 'vitest';
import { Bench, eventsIn, nodes, scripted, stages } from './bench.js';
import { LibraryBench } from './library-bench.js';

const HEADER = { v: 1, sessionId: 's1', ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) };

describe('--json', () => {
  test('WHEN a workflow runs THEN stdout has one event per line, numbered without a gap, and the last has the status', async () => {
    await using bench = await Bench.create();
    const { code, stdout, stderr } = await bench.finish(
      nodes({ id: 'look', bash: 'echo hello' }, { ...scripted('ask', 'say $look.output'), depends_on: ['look'] }),
      ['--json'],
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const events = eventsIn(stdout);
    for (const event of events) expect(event).toMatchObject(HEADER);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.map(({ type }) => type)).toEqual([
      'session.started',
      'task.started',
      'task.launched',
      'task.finished',
      'task.started',
      'task.prompted',
      'task.launched',
      'task.conversed',
      'task.reported',
      'task.reported',
      'task.reported',
      'task.reported',
      'task.finished',
      'session.finished',
    ]);
    expect(events.at(-1)).toEqual({ ...HEADER, seq: 14, type: 'session.finished', status: 'DONE', reason: null });
    expect(stdout).toBe(bench.rig.mask(await bench.read(bench.file('journal.jsonl'))));
  });

  test.each([
    ['FAILED', 1, [{ id: 'bad', bash: 'exit 3' }], 'Task "bad" failed.'],
    ['CANCELLED', 6, [{ id: 'stop', cancel: 'not today' }], 'not today'],
    ['PAUSED', 5, [{ id: 'decide', approval: 'Ship it?' }], 'Waiting for a person: decide.'],
  ])(
    'WHEN the session ends as %s THEN the last event says so and the exit code is %i',
    async (status, code, list, reason) => {
      await using bench = await Bench.create();
      const result = await bench.finish(nodes(...list), ['--json']);
      expect([result.code, result.stderr]).toEqual([code, '']);
      expect(eventsIn(result.stdout).at(-1)).toMatchObject({ ...HEADER, type: 'session.finished', status, reason });
    },
  );

  test('WHEN a session is resumed THEN its events go on counting', async () => {
    await using bench = await Bench.create();
    const first = await bench.finish(nodes({ id: 'flaky', bash: 'test -e there' }), ['--json']);
    await bench.rig.write({ there: '' });
    const second = await bench.resume(['--json']);
    const [before, after] = [eventsIn(first.stdout), eventsIn(second.stdout)];
    expect(after[0]).toMatchObject({ ...HEADER, type: 'session.resumed', seq: before.length + 1, pending: ['flaky'] });
    expect(after.at(-1)).toMatchObject({ type: 'session.finished', status: 'DONE' });
    expect([...before, ...after].map(({ seq }) => seq)).toEqual([...before, ...after].map((_, index) => index + 1));
  });

  test('WHEN the run is refused THEN stdout has one error document and the exit code is the same', async () => {
    await using bench = await Bench.create();
    await bench.write({ ...nodes({ id: 'a', bash: 'true' }), inputs: { pr: { required: true } } });
    const { code, stdout, stderr } = await bench.rig.run('run flow.yaml --json');
    expect({ code, error: JSON.parse(stdout), stderr }).toEqual({
      code: 3,
      error: {
        error: { code: 'missing-input', message: 'The workflow "flow" needs pr.', hint: 'Add --input pr=…' },
      },
      stderr: '',
    });
  });
});

describe('secrets', () => {
  test('WHEN a task prints a secret of the environment THEN neither events nor logs nor the journal have it, but the task does', async () => {
    await using bench = await Bench.create();
    const secret = 'sk-very-secret-value';
    const { code, stdout, stderr } = await bench.finish(
      nodes({ id: 'show', bash: 'echo "$API_KEY" > copy; echo "$API_KEY" >&2; exit 3' }),
      ['--json', '--goal', `use ${secret}`],
      { env: { API_KEY: secret } },
    );
    const log = await bench.read(bench.file('logs', 'show.1.log'));
    expect([code, stdout.includes(secret), stderr.includes(secret), log]).toEqual([1, false, false, '***\n']);
    expect(await bench.read(bench.file('journal.jsonl'))).not.toContain(secret);
    expect(await bench.read(bench.rig.path('copy'))).toBe(`${secret}\n`);
  });

  test('WHEN a task prints a secret in two pieces THEN those who listen to its output hear *** only', async () => {
    await using bench = await LibraryBench.create();
    const secret = 'sk-very-secret-value';
    const agent = bench.agent('show', { env: { API_KEY: secret } });
    const { orchestrator } = await bench.start(stages([agent.task]));
    const heard: TaskOutput[] = [];
    orchestrator.onOutput((output) => heard.push(output));
    const running = orchestrator.run();
    const showing = await agent.nextLaunch();
    await showing.run(fake.write(`before ${secret.slice(0, 8)}`));
    await expect.poll(() => heard.length).toBe(1);
    await showing.run(fake.write(`${secret.slice(8)} after\n`));
    await showing.exit(0);
    await running;
    const all = (kind: 'raw' | 'clean') => heard.map((output) => output[kind]).join('');
    expect([all('raw'), all('clean')]).toEqual(['before *** after\n', 'before *** after\n']);
  });
});
