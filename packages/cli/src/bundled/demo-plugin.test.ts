import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { AdapterHost, AgentOptions, IAgentAdapter } from '@agentflow/plugin-sdk';
import { fake, fakePrompt } from '@agentflow/plugin-sdk/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import plugin from './demo-plugin.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function createDemo(): IAgentAdapter {
  const adapter = plugin.adapters?.demo?.({ name: 'Demo', cwd: '/work', env: {} });
  if (!adapter) throw new Error('There is no demo adapter.');
  return adapter;
}

function listen(): AdapterHost & { told: unknown[] } {
  const told: unknown[] = [];
  return {
    told,
    emit: (event) => void told.push(event),
    needsInput: (question) => void told.push({ question }),
    working: () => void told.push('working'),
  };
}

/** Runs the agent as the core does: what it may do, its lines, its verdict. */
async function run(prompt: string, options: AgentOptions = {}) {
  const adapter = createDemo();
  const host = listen();
  const extraArgs = adapter.mapOptions?.('headless', options).args;
  const { command, args } = adapter.getLaunchConfig('headless', prompt, extraArgs);
  const env = { AGENTFLOW_FAKE_HOME: join(folder, 'home') };
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const stderr = text(child.stderr);
  const lines = (await text(child.stdout)).split('\n').slice(0, -1);
  for (const line of lines) adapter.onLine?.(line, host);
  adapter.onOutput?.({ stream: 'stderr', raw: await stderr, clean: await stderr }, host);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  const verdict = adapter.judge?.({ exitCode: child.exitCode, signal: child.signalCode });
  return { verdict, told: host.told as { type: string; conversationId?: string }[] };
}

test('its launch needs nothing on the PATH, and has the prompt last', () => {
  const { command, args } = createDemo().getLaunchConfig('headless', '--help', ['-x']);
  expect(command).toBe(process.execPath);
  expect(args.slice(1)).toEqual(['--headless', '-x', '--', '--help']);
  expect(createDemo().getLaunchConfig('interactive').args.slice(1)).toEqual([]);
});

test('it honours every shared option', () => {
  const options: AgentOptions = {
    model: 'm',
    permissions: 'edits',
    allowedTools: [],
    deniedTools: ['Bash', 'Read'],
    resume: 'c0ffee',
    outputFormat: { type: 'object' },
  };
  expect(createDemo().mapOptions?.('headless', options)).toEqual({
    args: [
      ...['--model=m', '--permissions=edits', '--allowed-tools=', '--denied-tools=Bash,Read', '--resume=c0ffee'],
      '--output-schema={"type":"object"}',
    ],
    unsupported: [],
  });
});

describe('headless', () => {
  test('WHEN it works THEN its events are told and its answer is the result', async () => {
    const { told, verdict } = await run('Write a verse about: tea', { model: 'demo-2' });
    const answer = 'Of tea I was asked to sing,\nso here are two lines, and a full stop to bring.';
    expect(told.map(({ type }) => type)).toEqual(['session', 'tool', 'tool', 'message', 'message', 'usage', 'result']);
    expect(told[0]).toMatchObject({ model: 'demo-2' });
    expect(verdict).toEqual({ ok: true, answer });
  });

  test('WHEN it goes on with a conversation THEN the next turn of its script follows', async () => {
    const prompt = 'fake: say not yet\nfake 2: say COMPLETE';
    const first = await run(prompt);
    const second = await run(prompt, { resume: String(first.told[0]?.conversationId) });
    expect([first.verdict, second.verdict]).toEqual([
      { ok: true, answer: 'not yet' },
      { ok: true, answer: 'COMPLETE' },
    ]);
  });

  test('WHEN a schema is given THEN the answer fits it', async () => {
    const outputFormat = { type: 'object', properties: { n: { type: 'integer' } } };
    expect((await run('Count.', { outputFormat })).verdict).toEqual({ ok: true, answer: '{"n":1}' });
  });

  test('WHEN it prints plain text THEN that is the answer', async () => {
    expect((await run('fake: print one; print {"type":"other"}; exit')).verdict).toEqual({
      ok: true,
      answer: 'one\n{"type":"other"}',
    });
  });

  test.each([
    ['exit 3', { reason: 'exit-code', message: 'The demo agent exited with code 3.' }],
    ['stderr oh no; exit 3', { reason: 'exit-code', message: 'The demo agent exited with code 3: oh no' }],
    ['error-event It broke.; exit 0', { reason: 'agent-error', message: 'The demo agent failed: It broke.' }],
    ['crash', { reason: 'signal', message: 'The demo agent was ended by SIGKILL.' }],
  ])('WHEN it is told to %s THEN it fails and says why', async (steps, failure) => {
    expect((await run(`fake: ${steps}`)).verdict).toEqual({ ok: false, ...failure });
  });

  test('WHEN a tool is refused THEN it fails with a hint', async () => {
    const prompt = fakePrompt([fake.writeFile('a.txt', 'x'), fake.say('Done.')]);
    expect((await run(prompt, { permissions: 'read-only' })).verdict).toEqual({
      ok: false,
      reason: 'refused',
      message: 'The demo agent was not allowed to use Write.',
      hint: 'Set "permissions: edits" or "full" on the task, or list the tool in "allowed_tools".',
    });
  });

  test('WHEN the conversation is unknown THEN it fails and names it', async () => {
    const message = 'The demo agent failed: There is no conversation nope in this folder.';
    expect((await run('Go on.', { resume: 'nope' })).verdict).toEqual({ ok: false, reason: 'agent-error', message });
  });
});

test('WHEN a question appears on the screen THEN it is told once, and so is that work goes on', () => {
  const demo = createDemo();
  const host = listen();
  const screens = [
    'Hello.\n\n>  ',
    'Hello.\n\n> go\n? What is your\nname, please?\n>',
    'Hello.\n\n> go\n? What is your\nname, please?\n> Bo',
    'Hello.\n\n> go\n? What is your\nname, please?\n> Bob\nHi Bob.\n\n>',
    '? Sure?\n>',
    '? Sure?\n> no\n? Sure?\n>',
  ];
  for (const screen of screens) demo.onScreen?.(screen, host);
  expect(host.told).toEqual([
    { question: 'What is your name, please?' },
    'working',
    { question: 'Sure?' },
    { question: 'Sure?' },
  ]);
});
