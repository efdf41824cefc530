import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { AgentBench } from './agent-bench.js';
import { PINNED_AGENTS } from './pinned-agents.js';

test('WHEN the real claude asks its model twice THEN no token is counted twice', async () => {
  await using bench = await AgentBench.create('claude');
  await bench.ask('TOOL:echo one', { permissions: 'full' });
  const { usage, unknownUsage } = await bench.bench.session();
  expect(usage).toMatchObject({ inputTokens: 22, outputTokens: 14 });
  expect(unknownUsage).toEqual({ tokens: 0, cost: 0 });
});

describe.each(['claude', 'gemini'] as const)('the real %s, headless', (name) => {
  test('WHEN it is asked THEN its answer is the output of the task and of the run', async () => {
    await using bench = await AgentBench.create(name);
    const { code, task, output, stdout } = await bench.ask('Say hello.');
    expect([code, task.status, output, stdout]).toEqual([0, 'DONE', 'PONG Say hello.', 'PONG Say hello.\n']);
  });

  test('WHEN it works THEN what it does is reported, and tokens and money are in the status', async () => {
    await using bench = await AgentBench.create(name);
    await bench.ask('Say hello.', { model: 'fake-model' });
    const costUsd = { claude: expect.closeTo(0.00023), gemini: null }[name];
    const total = { type: 'usage', counts: 'total', inputTokens: 11, outputTokens: 7, costUsd };
    expect(await bench.reports()).toEqual(
      [
        { version: PINNED_AGENTS.find((agent) => agent.name === name)?.version },
        { type: 'message', text: 'PONG Say hello.' },
        ...(name === 'claude' ? [{ ...total, outputTokens: null, costUsd: null }] : []),
        total,
        { type: 'result', ok: true, text: 'PONG Say hello.' },
      ].map((report, index) =>
        index === 0
          ? { type: 'session', conversationId: expect.stringMatching(UUID), model: 'fake-model', ...report }
          : report,
      ),
    );
    expect((await bench.bench.session()).usage).toEqual({ inputTokens: 11, outputTokens: 7, costUsd });
    const cost = { claude: '18 tokens · $0.0002', gemini: '18 tokens' }[name];
    expect(/cost +(.*)/.exec(await bench.agentflow('status s1'))?.[1]).toBe(cost);
    expect(bench.model.requests.map(({ model }) => model)).toEqual(['fake-model']);
  });

  test.each(['--help', '-x', '-', '"quoted" $(id) `id` \\', 'first\n\n  second\n', 'grüße 👩‍💻', '@nowhere /help'])(
    'WHEN the prompt is %j THEN it arrives unaltered',
    async (prompt) => {
      await using bench = await AgentBench.create(name);
      const { code } = await bench.ask(prompt);
      expect([code, bench.model.requests.map(({ text }) => text)]).toEqual([0, [prompt]]);
    },
  );

  test('WHEN the prompt is the name of a command THEN it reaches the model with a blank before it', async () => {
    await using bench = await AgentBench.create(name);
    await bench.bench.rig.write({
      '.claude/commands/greet.md': 'Say something else.',
      '.gemini/commands/greet.toml': 'prompt = "Say something else."',
    });
    const { code, output } = await bench.ask('/greet');
    expect([code, output, bench.model.requests.map(({ text }) => text)]).toEqual([0, 'PONG  /greet', [' /greet']]);
  });

  test('WHEN the prompt has 100 KB THEN it arrives whole', async () => {
    await using bench = await AgentBench.create(name);
    const prompt = longText(100_000);
    const { code, output } = await bench.ask(`${prompt}\nSAY:read`);
    expect([code, output, bench.model.requests.map(({ text }) => text)]).toEqual([0, 'read', [`${prompt}\nSAY:read`]]);
  });

  test('WHEN the prompt has 200 KB THEN the agent reads it from a file of the session', async () => {
    await using bench = await AgentBench.create(name);
    const prompt = longText(200_000);
    const { code } = await bench.ask(prompt);
    const file = bench.bench.file('prompts', 'ask.1.md');
    expect([code, bench.model.requests[0]?.text, readFileSync(file, 'utf8') === prompt]).toEqual([
      0,
      `Your task is in the file ${file}. Read the whole file, then do what it says.`,
      true,
    ]);
    expect(await bench.reports()).toContainEqual({
      type: 'tool',
      name: { claude: 'Read', gemini: 'read_file' }[name],
      state: 'finished',
    });
  });

  test('WHEN it uses a tool THEN the tool works in the folder of the task and is reported', async () => {
    await using bench = await AgentBench.create(name);
    const { code } = await bench.ask('TOOL:echo made > made.txt');
    expect([code, readFileSync(bench.bench.rig.path('made.txt'), 'utf8')]).toEqual([0, 'made\n']);
    const tool = { type: 'tool', name: { claude: 'Bash', gemini: 'run_shell_command' }[name] };
    const tools = (await bench.reports()).filter((report) => 'state' in report);
    expect(tools).toEqual([
      { ...tool, state: 'started', detail: 'echo made > made.txt' },
      { ...tool, state: 'finished' },
    ]);
  });

  test('WHEN it is not installed THEN the run says how to install it', async () => {
    await using bench = await AgentBench.create(name);
    await bench.bench.rig.spawn('rm', [`${bench.bench.rig.bin}/${name}`]).exited;
    expect(existsSync(`${bench.bench.rig.bin}/${name}`)).toBe(false);
    const { code, task } = await bench.ask('Say hello.');
    expect([code, task.failure]).toMatchObject([
      1,
      { reason: 'missing-program', hint: expect.stringContaining('npm install -g') },
    ]);
  });
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Numbered lines: an agent that cuts, repeats or reorders them cannot hide it. */
function longText(length: number): string {
  const lines = Array.from({ length: Math.ceil(length / 20) }, (_, index) => `line ${String(index).padStart(14, '0')}`);
  return lines.join('\n').slice(0, length);
}
