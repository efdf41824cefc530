import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { Bench, nodes, taskOf } from '../core/bench.js';
import { answer } from './agent-node.js';

const SIZE = 5_000_000;
const BIG = { id: 'big', bash: `head -c ${SIZE} /dev/zero | tr '\\0' x` };

test('WHEN an output of 5 MB is used in bash, a prompt and a condition THEN it arrives whole in each', async () => {
  await using bench = await Bench.create();
  const agent = bench.agent('read', { prompt: 'All of it: $big.output!', depends_on: ['big'] });
  await bench.write(
    nodes(
      BIG,
      { id: 'count', depends_on: ['big'], bash: 'printf %s $big.output | wc -c; printf %s "$big.output" | md5sum' },
      { id: 'same', depends_on: ['big'], bash: `head -c ${SIZE} /dev/zero | tr '\\0' x | md5sum` },
      { id: 'yes', depends_on: ['big'], when: '$big.output == $big.output', bash: 'true' },
      { id: 'no', depends_on: ['big'], when: "$big.output == 'x'", bash: 'true' },
      agent.task,
    ),
  );
  const run = bench.run();
  const reading = await agent.nextLaunch();
  const file = /^Your task is in the file (\S+)\. /.exec(reading.prompt ?? '')?.[1] ?? '';
  const prompt = await bench.read(file);
  expect([prompt.length, prompt.slice(0, 12), prompt.slice(-2)]).toEqual([SIZE + 12, 'All of it: x', 'x!']);
  await answer(reading, 'Read.');
  const { code, session } = await bench.resultOf(run);
  expect(code).toBe(0);
  expect(await bench.output('count')).toBe(`${SIZE}\n${await bench.output('same')}`);
  expect(['yes', 'no'].map((id) => taskOf(session, id).status)).toEqual(['DONE', 'SKIPPED']);
});

test('WHEN nodes are over that used an output THEN no copies of it are left', async () => {
  await using bench = await Bench.create();
  const text = '$big.output';
  const { code } = await bench.finish(
    nodes(
      { id: 'big', bash: 'seq 100000' },
      { id: 'twice', depends_on: ['big'], bash: `printf %s ${text} | wc -l; printf %s ${text} | wc -c` },
      { id: 'bad', depends_on: ['big'], bash: `: ${text}; exit 3`, retry: { max_attempts: 2, delay_ms: 1 } },
      { id: 'slow', depends_on: ['big'], bash: `: ${text}; sleep 1000`, timeout: 200 },
    ),
  );
  expect([code, (await readdir(bench.file('outputs'))).toSorted()]).toEqual([1, ['big.1', 'twice.1']]);
});

test('WHEN agentflow was killed THEN a resume removes the copies that were left', async () => {
  await using bench = await Bench.create();
  const wait = ': $big.output; test -e go || { echo > waits; sleep 1000; }';
  await bench.write(nodes({ id: 'big', bash: 'seq 100000' }, { id: 'use', depends_on: ['big'], bash: wait }));
  const run = bench.run();
  await expect.poll(() => existsSync(bench.rig.path('waits'))).toBe(true);
  run.kill('SIGKILL');
  await run.exited;
  expect(await readdir(bench.file('outputs'))).toContain('use.1.values1');
  await bench.rig.write({ go: '' });
  expect((await bench.rig.run('resume s1')).code).toBe(0);
  expect((await readdir(bench.file('outputs'))).toSorted()).toEqual(['big.1']);
});

test('WHEN a condition on a huge output is false THEN the reason kept with the session is short', async () => {
  await using bench = await Bench.create();
  const off = { id: 'no', depends_on: ['big'], when: "$big.output == 'x'", bash: 'true' };
  const { code, stderr } = await bench.finish(nodes(BIG, off));
  expect([code, stderr.length < 2000]).toEqual([0, true]);
  expect((await stat(bench.file('session.json'))).size).toBeLessThan(20_000);
  expect((await stat(bench.file('journal.jsonl'))).size).toBeLessThan(20_000);
});

test('WHEN a prompt has 200 KB THEN the agent gets it through a file only the owner can read', async () => {
  await using bench = await Bench.create();
  const agent = bench.agent('read', { prompt: '$big.output', depends_on: ['big'] });
  await bench.write(nodes({ ...BIG, bash: "head -c 200000 /dev/zero | tr '\\0' y" }, agent.task));
  const run = bench.run();
  const reading = await agent.nextLaunch();
  const file = /^Your task is in the file (\S+)\. /.exec(reading.prompt ?? '')?.[1] ?? '';
  expect([(await bench.read(file)).length, ((await stat(file)).mode & 0o777).toString(8)]).toEqual([200_000, '600']);
  await answer(reading, 'Read.');
  expect((await run.exited).code).toBe(0);
});
