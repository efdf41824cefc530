import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Bench, nodes, taskOf } from '../core/bench.js';
import { markedSleep, noneLeft, processesWith } from '../faults/marked-processes.js';

describe('Bash node', () => {
  test('Bash node with timeout: WHEN a bash node runs longer than its timeout THEN its whole process tree is killed and it fails', async () => {
    await using bench = await Bench.create();
    const sleep = markedSleep();
    const bash = `${sleep} & setsid ${sleep} & (trap '' TERM; ${sleep}) & echo begun; wait`;
    const { code, session } = await bench.finish(nodes({ id: 'slow', bash, timeout: 1000 }));
    expect([code, taskOf(session, 'slow')]).toMatchObject([
      1,
      { status: 'FAILED', failure: { reason: 'timed-out', message: 'Timed out after 1000 ms.' } },
    ]);
    expect(processesWith(sleep)).toEqual([]);
  });

  test('WHEN it ends before its timeout THEN nothing of the limit is seen', async () => {
    await using bench = await Bench.create();
    const { code } = await bench.finish(nodes({ id: 'quick', bash: 'echo done', timeout: 30_000 }));
    expect([code, await bench.output('quick')]).toEqual([0, 'done']);
  });

  test('WHEN it prints THEN its output is stdout without the last newline, and stderr is only in the log', async () => {
    await using bench = await Bench.create();
    const { stdout } = await bench.finish(nodes({ id: 'print', bash: "printf 'one\\n\\ntwo\\n\\n'; echo oops >&2" }));
    expect([stdout, await bench.output('print')]).toEqual(['one\n\ntwo\n\n', 'one\n\ntwo\n']);
    expect(await bench.read(bench.file('logs', 'print.1.log'))).toContain('oops');
  });

  test.each([
    ['exit 7', { reason: 'exit-code', message: 'Exit code 7.' }, 7],
    ['kill -KILL $$', { reason: 'signal', message: 'Ended by signal SIGKILL.' }, null],
  ])('WHEN it ends by "%s" THEN it fails with that', async (bash, failure, exitCode) => {
    await using bench = await Bench.create();
    const { code, session } = await bench.finish(nodes({ id: 'end', bash }));
    expect([code, taskOf(session, 'end')]).toMatchObject([1, { status: 'FAILED', failure, exitCode }]);
  });

  test('WHEN it has fields of an agent THEN they are ignored with a warning', async () => {
    await using bench = await Bench.create();
    const { code, stderr } = await bench.finish(nodes({ id: 'work', bash: 'echo ok', model: 'big' }));
    expect([code, stderr.split('\n')[0]]).toEqual([0, expect.stringMatching(/^flow\.yaml:\d+:\d+ {2}.*"model".*$/)]);
  });

  test('WHEN it leaves a process in the background THEN later nodes can use it and it ends with the session', async () => {
    await using bench = await Bench.create();
    const sleep = markedSleep();
    const { code, session } = await bench.finish(
      nodes(
        { id: 'serve', bash: `${sleep} >/dev/null 2>&1 & echo $!` },
        { id: 'use', depends_on: ['serve'], bash: 'kill -0 $serve.output && echo alive' },
      ),
    );
    expect([code, taskOf(session, 'use').status]).toEqual([0, 'DONE']);
    await noneLeft(sleep, 5000);
    expect(existsSync(bench.file('lock'))).toBe(false);
  });

  test('WHEN it fails THEN what it left in the background is gone before another node runs', async () => {
    await using bench = await Bench.create();
    const sleep = markedSleep();
    const look = 'grep -q sleep /proc/$serve.output/cmdline 2>/dev/null && echo alive || echo gone';
    await bench.finish(
      nodes(
        { id: 'serve', bash: `${sleep} >/dev/null 2>&1 & echo $!; exit 1` },
        { id: 'look', depends_on: ['serve'], trigger_rule: 'all_done', bash: look },
      ),
    );
    expect(await bench.output('look')).toBe('gone');
  });

  test('WHEN what it leaves in the background has cleared its environment THEN it ends with the session too', async () => {
    await using bench = await Bench.create();
    const sleep = markedSleep();
    const { code } = await bench.finish(nodes({ id: 'serve', bash: `env -i ${sleep} >/dev/null 2>&1 & echo up` }));
    expect([code, processesWith(sleep)]).toEqual([0, []]);
  });
});
