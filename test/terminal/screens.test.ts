import { writeFile } from 'node:fs/promises';
import { fake } from '@agentflow/plugin-sdk/testing';
import { describe, expect, test } from 'vitest';
import { Bench, nodes, scripted, stages } from '../core/bench.js';
import type { Terminal } from '../rig/fake-agent-terminal.js';
import { calmScreen, runOnTerminal, SIZES, STEP_OUT } from './session-terminal.js';

const interactive = { executionMode: 'interactive' };

describe.each(SIZES)('the progress view at $columns×$rows', (size) => {
  const golden = (name: string) => `golden/${name}-${size.columns}x${size.rows}.txt`;
  const show = (terminal: Terminal) => `${calmScreen(terminal.screen)}\n`;

  test('WHEN a session runs THEN its stages, what runs and what it costs are seen', async () => {
    await using bench = await Bench.create();
    const [build, lint] = [bench.agent('build'), bench.agent('lint')];
    await bench.write(
      stages([scripted('plan', 'say A plan.')], [build.task, lint.task], [scripted('ship', 'say Out.')]),
    );
    await using terminal = await runOnTerminal(bench, [], size);
    const [building, linting] = await Promise.all([build.nextLaunch(), lint.nextLaunch()]);
    await building.run(fake.tool('Bash', { detail: 'npm run build' }));
    await linting.run(fake.usage(1200, 300, 0.25));
    await linting.say('Looking at 日本語 🙂 and a file with a rather long name');
    await terminal.waitFor(size.columns === 20 ? /Bash[\s\S]*Loo/ : /\$0\.25[\s\S]*npm run build[\s\S]*Looking/);
    await expect(show(terminal)).toMatchFileSnapshot(golden('stages'));
    await Promise.all([building.say('Built.'), linting.say('Clean.')]);
    await Promise.all([building.exit(0), linting.exit(0)]);
    expect((await terminal.exited).exitCode).toBe(0);
    if (size.columns > 20) await expect(show(terminal)).toMatchFileSnapshot(golden('stages-end'));
  });

  test('WHEN the name is as wide as the terminal and there are colours THEN the view stays in its place', async () => {
    await using bench = await Bench.create();
    const work = bench.agent('work');
    const name = 'fix-until-tests-pass'.padEnd(size.columns, '-and-so-on');
    await bench.write({ ...stages([work.task]), name });
    await using terminal = await runOnTerminal(bench, [], { ...size, env: { NO_COLOR: '' } });
    const working = await work.nextLaunch();
    for (const words of ['One.', 'Two.', 'Three.']) {
      await working.say(words);
      await terminal.waitFor(new RegExp(`work .*${words}`));
    }
    await expect(show(terminal)).toMatchFileSnapshot(golden('long-name'));
    expect(await terminal.drawing()).toMatch(/\x1b\[[0-9;]*m.*fix-until/);
    await working.exit(0);
    expect((await terminal.exited).exitCode).toBe(0);
  });

  test('WHEN tasks wait THEN they are marked and keys are offered', async () => {
    await using bench = await Bench.create();
    const [talk, work] = [bench.agent('talk', interactive), bench.agent('work')];
    await bench.write(stages([talk.task, work.task]));
    await using terminal = await runOnTerminal(bench, [], size);
    const [talking, working] = await Promise.all([talk.nextLaunch(), work.nextLaunch()]);
    await terminal.waitFor(/Ctrl-\]/);
    await terminal.type(STEP_OUT);
    await talking.ask('May I delete the file?');
    await terminal.waitFor(/\? talk .*May/);
    await expect(show(terminal)).toMatchFileSnapshot(golden('waiting'));
    await Promise.all([talking.exit(0), working.exit(0)]);
    await terminal.exited;
  });

  test('WHEN a task fails THEN it stays in view, and the end says why, where the log is and how to go on', async () => {
    await using bench = await Bench.create();
    const work = bench.agent('work');
    const bad = { id: 'bad', bash: 'for n in $(seq 30); do echo "line $n"; done; exit 3' };
    await bench.write(nodes(bad, { ...work.task, depends_on: [] }));
    await using terminal = await runOnTerminal(bench, [], size);
    const working = await work.nextLaunch();
    await terminal.waitFor(/✗ bad/);
    await expect(show(terminal)).toMatchFileSnapshot(golden('failed'));
    await working.say('Done.');
    await working.exit(0);
    expect((await terminal.exited).exitCode).toBe(1);
    // Where lines are broken depends on how long it took.
    if (size.columns > 20) await expect(show(terminal)).toMatchFileSnapshot(golden('failed-end'));
    else expect(terminal.screen).toContain('  continue:\n    agentflow resume\n    s1\n');
  });

  test('WHEN there are 500 tasks THEN a window of them fits the screen', async () => {
    await using bench = await Bench.create();
    const held = 'until [ -e go ]; do sleep 0.05; done';
    const many = Array.from({ length: 500 }, (_, index) => ({
      id: `task-${String(index + 1).padStart(3, '0')}`,
      bash: index < 30 ? held : 'true',
    }));
    await bench.write(nodes(...many, { id: 'last', depends_on: many.map(({ id }) => id), bash: 'true' }));
    await using terminal = await runOnTerminal(bench, ['--concurrency', '30'], size);
    await terminal.waitFor(size.columns === 20 ? /●30/ : /30 running, 470 pending/);
    await expect(show(terminal)).toMatchFileSnapshot(golden('many'));
    await writeFile(bench.rig.path('go'), '');
    expect((await terminal.exited).exitCode).toBe(0);
    if (size.columns > 20) await expect(show(terminal)).toMatchFileSnapshot(golden('many-end'));
  });
});
