import { fake } from '@agentflow/plugin-sdk/testing';
import { describe, expect, test } from 'vitest';
import { Bench, stages, statuses } from '../core/bench.js';
import type { Launch } from '../rig/fake-agent-launch.js';
import type { RunningProcess } from '../rig/running-process.js';
import { CTRL_C, onTerminal, runOnTerminal, STEP_OUT } from './session-terminal.js';

const interactive = { executionMode: 'interactive' };

interface Talk extends AsyncDisposable {
  readonly bench: Bench;
  readonly run: RunningProcess;
  readonly talking: Launch;
}

/** A session in the background, as in CI, with an interactive task that runs. */
async function talk(): Promise<Talk> {
  const bench = await Bench.create();
  const [agent, work] = [bench.agent('talk', interactive), bench.agent('work')];
  await bench.write(stages([agent.task], [work.task]));
  const run = bench.run();
  return { bench, run, talking: await agent.nextLaunch(), [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose]() };
}

const attach = (bench: Bench, args: readonly string[] = [], size = {}) =>
  onTerminal(bench, ['attach', 's1', 'talk', ...args], size);

describe('attach', () => {
  test('WHEN a second terminal attaches THEN both see what either types, and detaching leaves the agent running', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('talk', interactive);
    await bench.write(stages([agent.task]));
    await using first = await runOnTerminal(bench);
    const talking = await agent.nextLaunch();
    await talking.print('Hello.');
    await first.waitFor(/Hello\.[\s\S]*Ctrl-\] steps out · talk$/);
    await using second = await attach(bench, [], { columns: 60, rows: 20 });
    await second.waitFor(/Hello\.[\s\S]*Ctrl-\] detaches · talk$/);
    expect(await talking.resized()).toEqual({ columns: 60, rows: 20 });
    await second.type('from two\r');
    expect(await talking.received()).toBe('from two');
    await first.type('from one\r');
    expect(await talking.received()).toBe('from one');
    await Promise.all([first.waitFor(/from two[\s\S]*from one/), second.waitFor(/from two[\s\S]*from one/)]);
    await second.type(STEP_OUT);
    expect((await second.exited).exitCode).toBe(0);
    expect(second.screen).toBe('Detached from talk; it runs on.\n  again: agentflow attach s1 talk');
    expect(await talking.resized()).toEqual({ columns: 80, rows: 24 });
    await first.type('still here\r');
    expect(await talking.received()).toBe('still here');
    await talking.exit(0);
    expect((await first.exited).exitCode).toBe(0);
  });

  test('WHEN Ctrl-C is pressed THEN the agent gets it; WHEN the task ends THEN its last screen stays', async () => {
    await using session = await talk();
    const { bench, talking } = session;
    await using terminal = await attach(bench);
    await terminal.waitFor(/Ctrl-\] detaches · talk$/);
    await talking.run(fake.rawMode());
    await terminal.type(CTRL_C);
    expect(await talking.received()).toBe(CTRL_C);
    await talking.print('Good bye.');
    await talking.exit(0);
    expect((await terminal.exited).exitCode).toBe(0);
    expect(terminal.screen).toMatch(/Good bye\.\ntalk is over\.\n {2}details: agentflow status s1$/);
  });

  test('WHEN the session is cancelled THEN the last screen stays, too', async () => {
    await using session = await talk();
    const { bench, run, talking } = session;
    await using terminal = await attach(bench);
    await talking.print('Still here.');
    await terminal.waitFor(/Still here\.[\s\S]*Ctrl-\] detaches · talk$/);
    await bench.rig.run(['cancel', 's1']);
    expect((await terminal.exited).exitCode).toBe(0);
    expect(terminal.screen).toMatch(/Still here\.\ntalk is over\.\n {2}details: agentflow status s1$/);
    expect((await run.exited).code).toBe(6);
  });

  test('WHEN it is read-only THEN keys go nowhere and the size stays', async () => {
    await using session = await talk();
    const { bench, talking } = session;
    await using reader = await attach(bench, ['--read-only'], { columns: 40, rows: 10 });
    await reader.waitFor(/Ctrl-\] detaches · talk \(read-only\)$/);
    await reader.type('nothing\r');
    await using writer = await attach(bench, [], { columns: 70, rows: 20 });
    await writer.waitFor(/Ctrl-\] detaches · talk$/);
    expect(await talking.resized()).toEqual({ columns: 70, rows: 20 });
    await writer.type('something\r');
    expect(await talking.received()).toBe('something');
    await reader.waitFor(/something/);
    await reader.type(STEP_OUT);
    expect((await reader.exited).exitCode).toBe(0);
  });

  test('WHEN an agent asks its terminal THEN one answers, however many look', async () => {
    await using session = await talk();
    const { bench, talking } = session;
    await using one = await attach(bench);
    await using two = await attach(bench);
    await Promise.all([one, two].map((terminal) => terminal.waitFor(/Ctrl-\] detaches · talk$/)));
    await talking.run(fake.rawMode());
    await talking.print('\x1b[c');
    expect(await talking.received()).toBe('\x1b[?1;2c');
    await one.type('x');
    expect(await talking.received()).toBe('x');
  });
});

describe('send and complete', () => {
  test('WHEN a text is sent THEN the agent gets it with Enter', async () => {
    await using session = await talk();
    const { bench, talking } = session;
    await talking.ask('May I?');
    const sent = await bench.rig.run(['send', 's1', 'talk', 'yes, go on']);
    expect(sent).toEqual({ code: 0, stdout: '', stderr: 'Sent to talk of session s1.\n' });
    expect(await talking.received()).toBe('yes, go on');
  });

  test.each([
    [['yes'], 'yes'],
    [['yes', '--no-enter'], 'yes'],
    [[''], '\r'],
  ])('WHEN %j is sent THEN it is one event', async (args, text) => {
    await using session = await talk();
    const { bench } = session;
    expect((await bench.rig.run(['send', 's1', 'talk', ...args])).code).toBe(0);
    const sent = (await bench.journal()).filter(({ type }) => type === 'task.input-sent');
    expect(sent).toMatchObject([{ taskId: 'talk', text }]);
  });

  test('WHEN a task is completed by a command THEN it is DONE and the session goes on', async () => {
    await using session = await talk();
    const { bench, run, talking } = session;
    const completed = await bench.rig.run(['complete', 's1', 'talk']);
    expect(completed).toEqual({ code: 0, stdout: '', stderr: 'talk of session s1 is complete.\n' });
    await talking.closed;
    const working = await bench.agent('work').nextLaunch();
    expect((await bench.rig.run(['complete', 's1', 'talk'])).stderr).toBe(
      'error: Task "talk" is not active: it is DONE.\nhint: agentflow status s1 shows what its tasks do\n',
    );
    await working.say('Done.');
    await working.exit(0);
    expect((await run.exited).code).toBe(0);
    expect(statuses(await bench.session())).toBe('talk DONE, work DONE');
  });

  test.each([
    [
      ['complete', 's1', 'tlak'],
      'error: Session s1 has no task "tlak". Did you mean "talk"?\nhint: agentflow status s1 --all lists its tasks\n',
    ],
    [
      ['complete', 's1', 'work'],
      'error: Task "work" is not active: it is PENDING.\nhint: agentflow status s1 shows what its tasks do\n',
    ],
    [
      ['send', 's1', 'work', 'x'],
      'error: Task "work" is not active: it is PENDING.\nhint: agentflow status s1 shows what its tasks do\n',
    ],
    [
      ['attach', 's1', 'talk'],
      'error: attach needs a terminal: stdin and stdout have to be one.\nhint: agentflow logs s1 talk -f shows its output\nhint: agentflow send s1 talk TEXT types into it\n',
    ],
  ])('WHEN %j is called THEN the error says what is wrong', async (args, stderr) => {
    await using session = await talk();
    expect(await session.bench.rig.run(args)).toEqual({ code: 2, stdout: '', stderr });
  });

  test('WHEN an interactive task starts where nobody can be taken in THEN the line says how to reach it', async () => {
    await using session = await talk();
    await session.run.waitFor(({ stderr }) =>
      /^\S+ {2}talk {5}started {4}interactive: agentflow attach s1 talk$/m.test(stderr),
    );
  });

  test('WHEN the session does not run THEN the error says how to go on', async () => {
    await using session = await talk();
    const { bench, run, talking } = session;
    run.kill('SIGTERM');
    await Promise.all([run.exited, talking.closed]);
    expect(await bench.rig.run(['send', 's1', 'talk', 'x'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: Session s1 does not run: it is INTERRUPTED.\nhint: agentflow resume s1 goes on with it\n',
    });
  });
});
