import { fake, fakePrompt } from '@agentflow/plugin-sdk/testing';
import { expect, test } from 'vitest';
import { FakeAgents } from '../rig/fake-agent.js';
import { TestRig } from '../rig/test-rig.js';
import { Fault } from './report.js';
import { SessionFiles } from './session-files.js';
import { type NodeFields, workflow } from './workflows.js';

const RETRY = { max_attempts: 3, delay_ms: 1 };
const TRANSIENT = { ...RETRY, on_error: 'transient' };

test.each([
  {
    agent: 'hangs with a timeout',
    fields: { prompt: fakePrompt([fake.hang()]), timeout: 2000 },
    expected: { starts: 1, end: 'timed-out' },
  },
  {
    agent: 'hangs with an idle timeout and a retry',
    fields: { prompt: fakePrompt([fake.print('working'), fake.hang()]), idle_timeout: 2000, retry: 2 },
    expected: { starts: 2, end: 'idle-timed-out' },
  },
  {
    agent: 'exits 1 with three tries',
    fields: { prompt: fakePrompt([fake.exit(1)]), retry: RETRY },
    expected: { starts: 3, end: 'exit-code' },
  },
  {
    agent: 'exits 1, which is not transient',
    fields: { prompt: fakePrompt([fake.exit(1)]), retry: TRANSIENT },
    expected: { starts: 1, end: 'exit-code' },
  },
  {
    agent: 'prints a byte a second, which is not idle',
    fields: { prompt: fakePrompt([fake.drip('abcde'), fake.say('done')]), idle_timeout: 4000 },
    expected: { starts: 1, end: 'DONE' },
  },
  {
    agent: 'prints a byte a second for longer than its timeout',
    fields: { prompt: fakePrompt([fake.drip('x'.repeat(1000))]), idle_timeout: 4000, timeout: 6000 },
    expected: { starts: 1, end: 'timed-out' },
  },
])('row 8: WHEN an agent $agent THEN the rules hold', async ({ agent, fields, expected }) => {
  await new Fault(8, `agent that ${agent}`).try(async () => {
    expect(await runAgent('demo', fields)).toEqual(expected);
  });
});

test.each(['claude', 'gemini'] as const)('row 8: WHEN %s exits 0 with nothing THEN it has failed', async (adapter) => {
  await new Fault(8, `${adapter} that exits 0 with nothing`).try(async () => {
    const { starts, end } = await runAgent(adapter, { prompt: fakePrompt([fake.exit(0)]), retry: RETRY });
    expect({ starts, isDone: end === 'DONE' }).toEqual({ starts: 3, isDone: false });
  });
});

async function runAgent(adapter: string, fields: Omit<NodeFields, 'id'>) {
  await using rig = await TestRig.create();
  await using agents = await FakeAgents.listen(rig.path('agents'));
  if (adapter === 'claude' || adapter === 'gemini') await agents.install(adapter, rig.bin);
  await rig.write({ 'flow.yaml': workflow([{ id: 'agent', adapter, ...fields }]) });
  const { code, stderr } = await rig.run('run flow.yaml --session-id one');
  const session = new SessionFiles(rig, 'one');
  const end = session.ends().agent;
  expect({ code, stderr }).toEqual({ code: end === 'DONE' ? 0 : 1, stderr: expect.not.stringContaining('internal') });
  return { starts: session.starts().agent, end };
}
