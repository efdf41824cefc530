import type { AgentOptions, IAgentAdapter, Permissions } from '@agentflow/plugin-sdk';
import { describe, expect, test } from 'vitest';
import { nodes } from '../core/bench.js';
import { AgentBench } from './agent-bench.js';
import { OTHER_MODEL } from './agent-home.js';
import { documentedAdapter, documentedConfig } from './documented-adapters.js';
import { askDocumented, DOCUMENTED, type DocumentedName } from './documented-run.js';
import { InteractiveBench } from './interactive-bench.js';

const CHOSEN = { codex: OTHER_MODEL, opencode: `fake/${OTHER_MODEL}`, qwen: OTHER_MODEL } as const;
const LEVELS: Readonly<Record<DocumentedName, readonly Permissions[]>> = {
  codex: ['read-only', 'edits', 'full'],
  opencode: [],
  qwen: ['read-only', 'ask', 'edits', 'full'],
};
/** What a plugin asks its program for in addition: events instead of an answer. */
const FOR_EVENTS = { codex: ['--json'], opencode: ['--format', 'json'], qwen: ['--output-format', 'stream-json'] };

describe.each(DOCUMENTED)('the options in docs/agents.md, and the real %s', (name) => {
  test('WHEN a model is named THEN that one is asked', async () => {
    const { task, requests } = await askDocumented(name, { prompt: 'Hello.', model: CHOSEN[name] });
    expect(task.status).toBe('DONE');
    expect(requests.map(({ model }) => model)).toContain(OTHER_MODEL);
  });

  test('WHEN it is interactive THEN it takes the prompt and the options', async () => {
    const permissions = LEVELS[name].at(0);
    await using bench = await InteractiveBench.start(name, {
      adapters: { [name]: await documentedAdapter(name) },
      fields: { prompt: 'Hello.', model: CHOSEN[name], ...(permissions && { permissions }) },
    });
    await bench.shows('PONG');
    expect(bench.model.requests.map(({ text, model }) => `${model} ${text}`)).toContain(`${OTHER_MODEL} Hello.`);
  });

  test('WHEN the config file and the plugin are compared THEN both start it alike', async () => {
    await using bench = await AgentBench.create(name);
    await bench.bench.rig.write({ 'agentflow.config.yaml': await documentedConfig(name) });
    const adapter = (await documentedAdapter(name))({ name, cwd: '.', env: {} });
    const cases = casesOf(name);
    await bench.bench.write(
      nodes(...cases.map(({ fields }, index) => ({ id: `n${index}`, adapter: name, ...fields }))),
    );
    const { tasks } = JSON.parse(await bench.agentflow('run flow.yaml --dry-run --json')) as Dry;
    expect(tasks.map(({ command }) => command)).toEqual(
      cases.map(({ fields, options }) => commandOf(adapter, fields.executionMode, options, FOR_EVENTS[name])),
    );
  });
});

/** Writes a file, and another one if it may use the network. */
const TRIES = "TOOL:touch made.txt; bash -c ': </dev/tcp/127.0.0.1/{port}' && touch connected.txt # ";

test.each<[DocumentedName, Permissions, string[], string[]]>([
  ['codex', 'read-only', [], []],
  ['codex', 'edits', ['made.txt'], []],
  ['codex', 'full', ['connected.txt', 'made.txt'], []],
  ['qwen', 'read-only', [], []],
  ['qwen', 'ask', [], []],
  ['qwen', 'edits', [], ['edit', 'write_file']],
  ['qwen', 'full', ['connected.txt', 'made.txt'], ['edit', 'run_shell_command', 'write_file']],
])(
  'WHEN %s has the permissions %s THEN its shell makes %j, and of the tools that change something it has %j',
  async (name, permissions, files, tools) => {
    const ended = await askDocumented(name, { prompt: TRIES, permissions });
    expect([ended.task.status, ended.files]).toEqual(['DONE', files]);
    const changing = /^(edit|run_shell_command|write_file)$/;
    expect(ended.requests[0]?.tools.filter((tool) => changing.test(tool)).sort()).toEqual(tools);
  },
);

interface Dry {
  readonly tasks: readonly { readonly command: readonly string[] }[];
}

/** Every option in both modes, each as a node has it and as an adapter gets it. */
function casesOf(name: DocumentedName) {
  const options: AgentOptions[] = [
    { model: CHOSEN[name] },
    ...LEVELS[name].map((permissions) => ({ permissions, model: CHOSEN[name] })),
  ];
  return (['headless', 'interactive'] as const).flatMap((executionMode) =>
    options.map((each) => ({ options: each, fields: { prompt: 'P', executionMode, ...each } })),
  );
}

function commandOf(
  adapter: IAgentAdapter,
  mode: 'headless' | 'interactive',
  options: AgentOptions,
  forEvents: readonly string[],
): string[] {
  // What a node gets that names no level, where the agent has it.
  const fallback = mode === 'headless' ? 'full' : 'ask';
  const args = adapter.mapOptions?.(mode, { permissions: fallback, ...options }).args ?? [];
  const launch = adapter.getLaunchConfig(mode, 'P', args);
  return [launch.command, ...launch.args.filter((arg) => !forEvents.includes(arg))];
}
