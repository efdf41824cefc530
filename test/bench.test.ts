import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { TestRig } from './rig/test-rig.js';

const BENCH = new URL('../bench/run.js', import.meta.url).pathname;

test('WHEN one measure is asked for THEN its figures are in the result, in the page and in the plot of the folder named', async () => {
  await using rig = await TestRig.create();
  const { stdout } = await bench(
    '--quick',
    '--only',
    'help',
    '--only',
    'cold-start',
    '--json',
    '--out',
    rig.path('out'),
  );
  const saved = JSON.parse(await readFile(rig.path('out/latest.json'), 'utf8')) as Result;
  const page = await readFile(rig.path('out/benchmarks.md'), 'utf8');

  expect(saved.rows.map(({ name }) => name)).toEqual(['cold-start', 'help']);
  expect(saved.rows.filter(({ failed }) => failed)).toEqual([]);
  const help = saved.rows[1];
  expect(help?.figures).toEqual(['node -e 0', 'agentflow', 'bare oclif hello'].map(aFigureOf));
  expect(help?.goals).toEqual([
    {
      what: 'time ÷ bare oclif hello',
      value: expect.any(Number),
      limit: 1.2,
      atLeast: false,
      reached: expect.any(Boolean),
    },
  ]);
  expect(page).toMatch(/^\| agentflow \| [\d.]+ ms \| [\d.]+ \| [\d.]+ ms \| [\d.]+ \| [\d.]* ?(MB)? ?\| 3 \|$/m);
  expect(await readFile(rig.path('out/images/benchmarks.svg'), 'utf8')).toMatch(/^<svg .*>agentflow</s);
  expect((JSON.parse(stdout) as Result).machine).toEqual(saved.machine);
});

test('WHEN plugins are measured THEN fifty installed ones are compared with one', async () => {
  const { stdout } = await bench('--quick', '--only', 'plugins', '--json');
  const [row] = (JSON.parse(stdout) as Result).rows;
  expect(row?.failed).toBeUndefined();
  expect(row?.figures).toEqual(['one plugin', '50 plugins'].map(aFigureOf));
  expect(row?.goals).toEqual([
    {
      what: 'time ÷ one plugin',
      value: expect.any(Number),
      limit: 1.1,
      atLeast: false,
      reached: expect.any(Boolean),
    },
  ]);
});

test('WHEN the result is saved THEN it names no path and no home of this machine', async () => {
  await using rig = await TestRig.create();
  await bench('--quick', '--only', 'help', '--out', rig.path('out'));
  const files = ['latest.json', 'benchmarks.md', 'images/benchmarks.svg'].map((name) =>
    readFile(rig.path('out', name), 'utf8'),
  );
  const measured = (await Promise.all(files)).join('\n');
  expect([rig.path(), process.env.HOME ?? rig.home, process.cwd()].filter((path) => measured.includes(path))).toEqual(
    [],
  );
});

test('WHEN a measure is unknown THEN the benchmark says so and measures nothing', async () => {
  await expect(bench('--only', 'nothing')).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'No measure is called "nothing"; --list shows the names.\n',
  });
});

interface Result {
  readonly machine: object;
  readonly rows: readonly {
    readonly name: string;
    readonly failed?: string;
    readonly figures: readonly object[];
    readonly goals: readonly object[];
  }[];
}

function aFigureOf(who: string): object {
  const numbers = {
    wallMs: expect.any(Number),
    cpuMs: expect.any(Number),
    wallRatio: expect.any(Number),
    cpuRatio: expect.any(Number),
  };
  return expect.objectContaining({
    who,
    repeats: 3,
    wallSpreadMs: [expect.any(Number), expect.any(Number)],
    ...numbers,
  });
}

function bench(...args: string[]): Promise<{ stdout: string }> {
  return promisify(execFile)(process.execPath, [BENCH, ...args]);
}
