import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AgentBench } from './agent-bench.js';

const WRITES = 'TOOL:echo made > made.txt';
const RUNS = 'TOOL:python3 -c "print(6 * 7)"';
const OFFERED_NONE = 'PONG no shell tool was offered';

describe('the options of a task reach the real claude', () => {
  test.each([
    ['read-only', WRITES, OFFERED_NONE],
    ['ask', WRITES, 'refused'],
    ['edits', WRITES, 'PONG tool said: (Bash completed with no output)'],
    ['edits', RUNS, 'refused'],
    ['full', RUNS, 'PONG tool said: 42'],
  ])('WHEN its permissions are %s THEN %s ends so: %s', async (permissions, prompt, end) => {
    expect(await endOf('claude', prompt, { permissions })).toBe(end);
  });

  test.each([
    ['read-only', ['plan', 'plan']],
    ['ask', ['default', 'default']],
    ['edits', ['acceptEdits', 'acceptEdits']],
    ['full', ['bypassPermissions', 'default']],
  ])(
    'WHEN its permissions are %s THEN it says to be in the mode of %j, here or as root',
    async (permissions, modes) => {
      await using bench = await AgentBench.create('claude');
      await bench.ask('Say hello.', { permissions });
      const log = await bench.bench.read(bench.bench.file('logs', 'ask.1.log'));
      expect(/"permissionMode":"(\w+)"/.exec(log)?.[1]).toBe(modes[process.getuid?.() === 0 ? 1 : 0]);
    },
  );

  test('WHEN the settings of the project allow everything THEN a read-only task can write nothing all the same', async () => {
    await using bench = await AgentBench.create('claude');
    const permissions = { allow: ['Bash', 'Edit', 'Write', 'NotebookEdit'] };
    await bench.bench.rig.write({ '.claude/settings.local.json': JSON.stringify({ permissions }) });
    const { code, output } = await bench.ask(WRITES, { permissions: 'read-only' });
    expect([code, output, existsSync(bench.bench.rig.path('made.txt'))]).toEqual([0, OFFERED_NONE, false]);
    const writing = /^(Bash|Edit|Write|NotebookEdit|EnterWorktree)$/;
    expect(bench.model.requests.flatMap(({ tools }) => tools.filter((tool) => writing.test(tool)))).toEqual([]);
  });

  test('WHEN the settings choose another mode THEN a task that asks still asks', async () => {
    await using bench = await AgentBench.create('claude');
    await bench.bench.rig.write({ '.claude/settings.json': '{ "permissions": { "defaultMode": "acceptEdits" } }' });
    const { task } = await bench.ask(WRITES, { permissions: 'ask' });
    expect([task.failure?.reason, existsSync(bench.bench.rig.path('made.txt'))]).toEqual(['refused', false]);
  });

  test('WHEN a read-only task has an output format THEN it answers in it', async () => {
    const output_format = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
    expect(await endOf('claude', 'Count.', { permissions: 'read-only', output_format })).toBe('{"n":1}');
  });

  test.each([
    ['the tool is in the list', ['Bash'], RUNS, 'PONG tool said: 42'],
    ['a pattern of the list fits', ['Bash(python3:*)'], RUNS, 'PONG tool said: 42'],
    ['no pattern of the list fits', ['Bash(ls:*)'], RUNS, 'refused'],
    ['the list is empty', [], RUNS, OFFERED_NONE],
  ])('WHEN %s THEN a call ends so', async (_when, allowed_tools, prompt, end) => {
    expect(await endOf('claude', prompt, { allowed_tools })).toBe(end);
  });

  test('WHEN a tool is denied THEN it is not offered to the model', async () => {
    expect(await endOf('claude', RUNS, { denied_tools: ['Bash'] })).toBe(OFFERED_NONE);
  });

  test('WHEN tools are listed THEN no other is offered to the model', async () => {
    await using bench = await AgentBench.create('claude');
    await bench.ask('Say hello.', { allowed_tools: ['Read', 'Bash(ls:*)'] });
    expect(bench.model.requests.map(({ tools }) => tools)).toEqual([['Bash', 'Read']]);
  });

  test.each([
    ['Read', ['Read']],
    ['mcp__clock__now', ['mcp__clock__now']],
  ])('WHEN only %s is allowed THEN the tools of MCP servers are offered accordingly', async (tool, offered) => {
    await using bench = await AgentBench.create('claude');
    await bench.bench.rig.write({ '~/clock.mjs': CLOCK });
    const settings = JSON.parse(await bench.bench.read(join(bench.bench.rig.home, '.claude.json')));
    const mcpServers = { clock: { type: 'stdio', command: 'node', args: [join(bench.bench.rig.home, 'clock.mjs')] } };
    await bench.bench.rig.write({ '~/.claude.json': JSON.stringify({ ...settings, mcpServers }) });
    await bench.ask('Say hello.', { allowed_tools: [tool] });
    expect(bench.model.requests.map(({ tools }) => tools)).toEqual([offered]);
  });

  test('WHEN an output format is given THEN the answer is JSON that fits it', async () => {
    await using bench = await AgentBench.create('claude');
    const output_format = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
    const { code, output } = await bench.ask('Count.', { output_format });
    expect([code, output]).toEqual([0, '{"n":1}']);
  });
});

describe('the options of a task reach the real gemini', () => {
  test.each([
    ['read-only', ['exit_plan_mode', 'replace', 'write_file']],
    ['ask', ['enter_plan_mode']],
    ['edits', ['enter_plan_mode', 'replace', 'web_fetch', 'write_file']],
    ['full', ['enter_plan_mode', 'replace', 'run_shell_command', 'web_fetch', 'write_file']],
  ])(
    'WHEN its permissions are %s THEN the model is offered %j of the tools that change something',
    async (permissions, offered) => {
      await using bench = await AgentBench.create('gemini');
      const { code } = await bench.ask('Say hello.', { permissions });
      const telling = /^(enter_plan_mode|exit_plan_mode|replace|run_shell_command|web_fetch|write_file)$/;
      const tools = bench.model.requests[0]?.tools.filter((tool) => telling.test(tool)).sort();
      expect([code, tools]).toEqual([0, offered]);
    },
  );

  test('WHEN the settings choose another mode THEN a task that asks still asks', async () => {
    await using bench = await AgentBench.create('gemini');
    await bench.bench.rig.write({ '.gemini/settings.json': '{ "general": { "defaultApprovalMode": "auto_edit" } }' });
    await bench.ask('Say hello.', { permissions: 'ask' });
    const tools = bench.model.requests.flatMap((request) => request.tools);
    expect(tools.filter((tool) => tool === 'write_file' || tool === 'enter_plan_mode')).toEqual(['enter_plan_mode']);
  });

  test.each([
    [{ allowed_tools: ['read_file'] }, 'allowed_tools'],
    [{ denied_tools: ['read_file'] }, 'denied_tools'],
  ])('WHEN a workflow asks for %j THEN it is refused before anything runs', async (fields, name) => {
    await using bench = await AgentBench.create('gemini');
    await bench.bench.rig.write({
      'flow.yaml': JSON.stringify({
        name: 'flow',
        description: 'A test.',
        nodes: [bench.node({ prompt: 'Hi.', ...fields })],
      }),
    });
    const { code, stderr } = await bench.start().exited;
    expect([code, stderr]).toMatchObject([expect.any(Number), expect.stringContaining(name)]);
    expect([code === 0, bench.model.requests]).toEqual([false, []]);
  });
});

/** An MCP server with one tool. */
const CLOCK = `
import { createInterface } from 'node:readline';
const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'clock', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools: [{ name: 'now', description: 'The time.', inputSchema: { type: 'object' } }] }),
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = results[method]?.(params ?? {}) ?? {};
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
});
`;

/** The answer, or why the task failed. */
async function endOf(name: 'claude' | 'gemini', prompt: string, fields: object): Promise<string | null> {
  await using bench = await AgentBench.create(name);
  const { task, output } = await bench.ask(prompt, { ...fields });
  return task.failure?.reason ?? output;
}
