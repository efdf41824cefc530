import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { Bench, nodes, scripted, stages, statuses, taskOf } from './bench.js';

describe('output_type', () => {
  test('WHEN the output is JSON as asked THEN the node is DONE and the artifact has it', async () => {
    await using bench = await Bench.create();
    const { code, stdout } = await bench.finish(
      nodes(
        { id: 'facts', bash: `echo '{"a": {"b": 7}}'`, output_type: 'json' },
        { id: 'use', bash: 'echo $facts.output.a.b', depends_on: ['facts'] },
      ),
    );
    expect([code, stdout, await readFile(bench.file('artifacts', 'facts.json'), 'utf8')]).toEqual([
      0,
      '7\n',
      '{"a": {"b": 7}}',
    ]);
  });

  test.each([
    ['is not JSON', 'echo nonsense'],
    ['is empty', 'true'],
  ])('WHEN the output %s THEN the node is FAILED and there is no artifact', async (_title, bash) => {
    await using bench = await Bench.create();
    const { code, session } = await bench.finish(nodes({ id: 'facts', bash, output_type: 'json' }));
    expect([code, taskOf(session, 'facts').failure?.reason]).toEqual([1, 'bad-output']);
    expect(taskOf(session, 'facts').failure?.message).toMatch(/^The output is not JSON, as "output_type: json" asks: /);
    await expect(readFile(bench.file('artifacts', 'facts.json'))).rejects.toThrow('ENOENT');
  });

  test.each([
    ['markdown', 'notes.md'],
    ['csv', 'notes.csv'],
    ['a report', 'notes.txt'],
  ])('WHEN the label is %s THEN the artifact is %s', async (output_type, file) => {
    await using bench = await Bench.create();
    expect((await bench.finish(nodes({ id: 'notes', bash: 'echo hello', output_type }))).code).toBe(0);
    expect(await readFile(bench.file('artifacts', file), 'utf8')).toBe('hello');
  });
});

describe('output_format', () => {
  const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
  const ask = (steps: string) => nodes(scripted('ask', steps, { output_format: schema }));

  test('WHEN the answer fits THEN it is the output, taken out of its code fence', async () => {
    await using bench = await Bench.create();
    const { code, stdout } = await bench.finish(ask('say Here it is:\\n```json\\n{"n": 3}\\n```\\nDone.'));
    expect([code, stdout]).toEqual([0, '{"n": 3}\n']);
  });

  test('WHEN the answer does not fit THEN the node is FAILED and says where', async () => {
    await using bench = await Bench.create();
    const { code, session } = await bench.finish(ask('say {"n": "three"}'));
    expect([code, taskOf(session, 'ask').failure]).toEqual([
      1,
      {
        reason: 'bad-output',
        message: 'The answer does not fit "output_format" at "n": Invalid input: expected number, received string.',
      },
    ]);
    expect(await bench.output('ask')).toBe('{"n": "three"}');
  });

  test('WHEN the answer is no JSON THEN the node is FAILED', async () => {
    await using bench = await Bench.create();
    const { session } = await bench.finish(ask('say I would rather not.'));
    expect(taskOf(session, 'ask').failure).toEqual({
      reason: 'bad-output',
      message: 'The answer is not JSON, as "output_format" asks.',
    });
  });
});

describe('when', () => {
  test('WHEN the expression is true THEN the node runs; WHEN false THEN it is SKIPPED with the values', async () => {
    await using bench = await Bench.create();
    const { code, stderr, session } = await bench.finish(
      nodes(
        { id: 'count', bash: 'echo 3' },
        { id: 'many', bash: 'true', depends_on: ['count'], when: '$count.output > 2' },
        { id: 'few', bash: 'true', depends_on: ['count'], when: "$count.output <= 2 || $count.status == 'FAILED'" },
      ),
    );
    expect([code, statuses(session)]).toEqual([0, 'count DONE, many DONE, few SKIPPED']);
    expect(taskOf(session, 'few').skipped).toEqual({
      kind: 'when',
      expression: "$count.output <= 2 || $count.status == 'FAILED'",
      values: { '$count.output': '3', '$count.status': 'DONE' },
    });
    expect(stderr.split('\n').filter((line) => line.includes('skipped'))).toMatchInlineSnapshot(`
      [
        "hh:mm:ss  few      skipped    when $count.output <= 2 || $count.status == 'FAILED' is false ($count.output is "3", $count.status is "DONE")",
        "✓ flow done  2 done, 1 skipped · 0 ms",
      ]
    `);
  });

  test('WHEN it compares what is no number THEN the node is FAILED with the values shown', async () => {
    await using bench = await Bench.create();
    const { code, session } = await bench.finish(
      nodes(
        { id: 'count', bash: 'echo many' },
        { id: 'use', bash: 'true', depends_on: ['count'], when: '$count.output > 2' },
      ),
    );
    expect([code, taskOf(session, 'use')]).toMatchObject([
      1,
      { status: 'FAILED', attempt: 1, failure: { reason: 'bad-reference' } },
    ]);
    expect(taskOf(session, 'use').failure?.message).toMatchInlineSnapshot(
      `"when: "$count.output > 2" needs numbers: $count.output is "many"."`,
    );
  });

  test('WHEN a stage task is skipped THEN the next stage starts all the same', async () => {
    await using bench = await Bench.create();
    const { code, session } = await bench.finish(
      stages([scripted('one', 'say hi', { when: false })], [scripted('two', 'say done')]),
    );
    expect([code, statuses(session)]).toEqual([0, 'one SKIPPED, two DONE']);
  });
});

describe('large prompts', () => {
  test('WHEN a prompt is over 120,000 bytes THEN the agent is told to read it from a file, and the history has it whole', async () => {
    await using bench = await Bench.create();
    const text = `Begin. ${'ü'.repeat(60_000)} End.`;
    const agent = bench.agent('reader', { prompt: text });
    await bench.write(stages([agent.task]));
    const run = bench.run();
    const launch = await agent.nextLaunch();
    const file = bench.file('prompts', 'reader.1.md');
    expect(launch.prompt).toBe(`Your task is in the file ${file}. Read the whole file, then do what it says.`);
    expect((await readFile(file, 'utf8')) === text).toBe(true);
    await launch.exit(0);
    expect((await run.exited).code).toBe(0);
    const prompted = (await bench.journal()).find(({ type }) => type === 'task.prompted');
    expect(prompted?.type === 'task.prompted' && prompted.prompt === text).toBe(true);
  });

  test('WHEN such a prompt meets an agent without any tool THEN the agent is not started', async () => {
    await using bench = await Bench.create();
    const prompt = 'x'.repeat(120_001);
    const { code, session } = await bench.finish(stages([scripted('reader', 'say hi', { prompt, allowed_tools: [] })]));
    expect([code, session.tasks[0]?.failure]).toEqual([
      1,
      {
        reason: 'not-started',
        message:
          'The prompt has more than 120,000 bytes, so it would be in a file; "allowed_tools: []" leaves the agent no tool to read it with.',
      },
    ]);
  });

  test('WHEN a prompt has 120,000 bytes THEN it is an argument', async () => {
    await using bench = await Bench.create();
    const text = 'x'.repeat(120_000);
    const agent = bench.agent('reader', { prompt: text });
    await bench.write(stages([agent.task]));
    const run = bench.run();
    const launch = await agent.nextLaunch();
    expect(launch.prompt === text).toBe(true);
    await launch.exit(0);
    expect((await run.exited).code).toBe(0);
  });
});
