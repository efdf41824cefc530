import claude from '@agentflow/adapter-claude';
import gemini from '@agentflow/adapter-gemini';
import { FAKE_AGENT_FILE, fake } from '@agentflow/plugin-sdk/testing';
import { expect, test } from 'vitest';
import { FakeAgents } from './fake-agent.js';
import { Terminal } from './fake-agent-terminal.js';
import { TestRig } from './test-rig.js';

test('WHEN it has 20 columns THEN a person can still talk to it', async () => {
  await using rig = await TestRig.create();
  const options = { cwd: rig.path(), env: { AGENTFLOW_FAKE_HOME: rig.home }, columns: 20, rows: 40 };
  await using terminal = await Terminal.start(process.execPath, [FAKE_AGENT_FILE, '--', 'Tidy up'], options);
  await terminal.waitFor('result.\n>');
  await terminal.type('fake: ask Which colour do you prefer?; say Then {reply}.\r');
  await terminal.waitFor('prefer?\n>');
  await terminal.type('grün 😀\r');
  await terminal.waitFor('Then grün 😀.\n\n>');
  expect(terminal.screen).toMatchInlineSnapshot(`
    "Hello, I am the demo
    agent. I need no
    account.
    Type a line, or
    /quit to leave.

    > Tidy up

    * Plan: how to go
    about it
    You asked: Tidy up.
    Here is how I would
    go about it:
    1. Read what is
    there.
    2. Do the smallest
    thing that works.
    3. Check the result.
    > fake: ask Which co
    lour do you prefer?;
     say Then {reply}.
    ? Which colour do
    you prefer?
    > grün 😀
    Then grün 😀.

    >"
  `);
  await terminal.type('/quit\r');
  expect(await terminal.exited).toEqual({ exitCode: 0, signal: null });
});

test('WHEN Ctrl-D is pressed THEN it leaves', async () => {
  await using rig = await TestRig.create();
  const options = { cwd: rig.path(), env: { AGENTFLOW_FAKE_HOME: rig.home } };
  await using terminal = await Terminal.start(process.execPath, [FAKE_AGENT_FILE], options);
  await terminal.waitFor('\n>');
  await terminal.type('\x04');
  expect(await terminal.exited).toEqual({ exitCode: 0, signal: null });
});

test('WHEN a test steers it THEN size, input and keys are told', async () => {
  await using rig = await TestRig.create();
  await using agents = await FakeAgents.listen(rig.home);
  const chat = agents.agent('chat');
  const options = { cwd: rig.path(), env: { ...chat.env }, columns: 100, rows: 30 };
  await using terminal = await Terminal.start(process.execPath, [FAKE_AGENT_FILE], options);
  const chatting = await chat.nextLaunch();
  expect([chatting.tty, chatting.columns, chatting.rows, chatting.prompt]).toEqual([true, 100, 30, null]);
  terminal.resize(60, 20);
  expect(await chatting.resized()).toEqual({ columns: 60, rows: 20 });
  await chatting.ask('Go on?');
  await terminal.waitFor('? Go on?\n>');
  await terminal.type('yes\r');
  expect(await chatting.received()).toBe('yes');
  await chatting.run(fake.rawMode());
  await terminal.type('\x03');
  expect(await chatting.received()).toBe('\x03');
  void chatting.exit(5);
  expect(await terminal.exited).toEqual({ exitCode: 5, signal: null });
});

test.each(['claude', 'gemini'] as const)(
  'WHEN %s asks THEN its adapter sees the question come and go',
  async (name) => {
    await using rig = await TestRig.create();
    const told: unknown[] = [];
    const host = {
      emit: () => {},
      needsInput: (text: string) => void told.push(text),
      working: () => void told.push('working'),
    };
    const adapter = { claude, gemini }[name].adapters?.[name]?.({ name, cwd: rig.path(), env: {} });
    const options = { cwd: rig.path(), env: { AGENTFLOW_FAKE_HOME: rig.home }, columns: 40 };
    const script = 'fake: ask Do you want to proceed?; say Good.';
    const { args = [] } = adapter?.getLaunchConfig('interactive', script) ?? {};
    await using terminal = await Terminal.start(process.execPath, [FAKE_AGENT_FILE, '--as', name, ...args], options);
    await terminal.waitFor({ claude: 'Esc to cancel', gemini: '2. No (esc)' }[name]);
    adapter?.onScreen?.(terminal.screen, host);
    await terminal.type('1\r');
    await terminal.waitFor('Good.\n\n>');
    adapter?.onScreen?.(terminal.screen, host);
    expect(told).toEqual(['Do you want to proceed?', 'working']);
  },
);
