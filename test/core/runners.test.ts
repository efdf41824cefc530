import { once } from 'node:events';
import claude from '@agentflow/adapter-claude';
import gemini from '@agentflow/adapter-gemini';
import { type AdapterFactory, AgentRunner, HeadlessRunner, type OutputData } from '@agentflow/core';
import { fake } from '@agentflow/plugin-sdk/testing';
import { describe, expect, test } from 'vitest';
import { stages } from './bench.js';
import { demoAdapter, LibraryBench } from './library-bench.js';
import { gone } from './processes.js';

/** A runner of the demo agent in the hands of the test, with everything it emits. */
async function setUp<Made extends AgentRunner | HeadlessRunner>(mode: 'interactive' | 'headless') {
  const bench = await LibraryBench.create();
  const agent = bench.agent('agent');
  const heard: OutputData[] = [];
  const adapter = { ...adapterOf(demoAdapter), onOutput: (output: OutputData) => void heard.push(output) };
  const options = {
    launch: adapter.getLaunchConfig(mode, 'Go.'),
    cwd: bench.rig.path(),
    env: { ...(bench.environment.env as Record<string, string>), ...agent.env },
    adapter,
    host: { emit: () => {}, needsInput: () => {}, working: () => {} },
  };
  const runner = (mode === 'interactive'
    ? new AgentRunner(options)
    : new HeadlessRunner({ ...options, stdin: 'open' })) as AgentRunner | HeadlessRunner as Made;
  const emitted: OutputData[] = [];
  runner.on('data', (output: OutputData) => emitted.push(output));
  return {
    runner,
    agent,
    emitted,
    heard,
    async [Symbol.asyncDispose]() {
      await runner.stop({ graceMs: 0 });
      await bench[Symbol.asyncDispose]();
    },
  };
}

const all = (outputs: readonly OutputData[], kind: 'raw' | 'clean', stream?: OutputData['stream']) =>
  outputs.flatMap((output) => (stream === undefined || output.stream === stream ? [output[kind]] : [])).join('');

describe('PTY Process Management', () => {
  test('Lifecycle Management: WHEN the runner is started with an adapter THEN it spawns a process in a terminal, which stays until it is stopped', async () => {
    await using set = await setUp<AgentRunner>('interactive');
    const started = await set.runner.start();
    const launch = await set.agent.nextLaunch();
    expect([started, launch.tty]).toEqual([{ ok: true, pid: launch.pid }, true]);
    await launch.print('still here');
    expect([set.runner.ended, await gone(launch.pid)]).toEqual([null, false]);
    await set.runner.stop();
    expect([set.runner.ended !== null, await gone(launch.pid)]).toEqual([true, true]);
  });

  test('Bi-directional Communication: WHEN text is sent THEN the process reads it, and what it prints is emitted', async () => {
    await using set = await setUp<AgentRunner>('interactive');
    await set.runner.start();
    const launch = await set.agent.nextLaunch();
    await set.runner.send('hello\r');
    expect(await launch.received()).toBe('hello');
    await launch.print('hello to you');
    const exit = once(set.runner, 'exit');
    await launch.exit(0);
    expect(await exit).toEqual([{ exitCode: 0, signal: null }]);
    expect(all(set.emitted, 'clean', 'terminal')).toBe('hello\nhello to you\n');
  });
});

describe('Headless Process Management', () => {
  test('Headless Output Capture: WHEN a task prints on stdout or stderr THEN data events have raw and clean text, and the adapter hears the same', async () => {
    await using set = await setUp<HeadlessRunner>('headless');
    await set.runner.start();
    const launch = await set.agent.nextLaunch();
    await launch.run(fake.write('\x1b[32mgreen\x1b[0m\n'));
    await launch.run(fake.stderr('\x1b[1mloud\x1b[0m'));
    const exit = once(set.runner, 'exit');
    await launch.exit(0);
    await exit;
    const written = (stream: OutputData['stream']) => [
      all(set.emitted, 'raw', stream),
      all(set.emitted, 'clean', stream),
    ];
    expect([written('stdout'), written('stderr')]).toEqual([
      ['\x1b[32mgreen\x1b[0m\n', 'green\n'],
      ['\x1b[1mloud\x1b[0m\n', 'loud\n'],
    ]);
    expect(set.heard).toEqual(set.emitted);
  });

  test('Headless Input: WHEN text is sent THEN it is written to the standard input', async () => {
    await using set = await setUp<HeadlessRunner>('headless');
    await set.runner.start();
    const launch = await set.agent.nextLaunch();
    await set.runner.send('one line\n');
    expect(await launch.received()).toBe('one line');
    set.runner.closeInput();
    await launch.inputEnded();
    await launch.exit(0);
  });
});

describe('Agent Adapter Interface', () => {
  test('Unified Launch Configuration: WHEN an adapter is asked for launch config THEN the mode chooses the arguments, extraArgs follow, the prompt is last', () => {
    const launches = Object.entries({ ...claude.adapters, ...gemini.adapters }).map(([name, factory]) => {
      const adapter = adapterOf(factory);
      return [
        name,
        adapter.getLaunchConfig('interactive', 'Do it', ['--model', 'm']),
        adapter.getLaunchConfig('headless', 'Do it', ['--model', 'm']),
        adapter.getLaunchConfig('interactive'),
      ];
    });
    expect(launches).toMatchInlineSnapshot(`
      [
        [
          "claude",
          {
            "args": [
              "--model",
              "m",
              "--",
              "Do it",
            ],
            "command": "claude",
            "env": {
              "CLAUDECODE": undefined,
              "CLAUDE_CODE_ENTRYPOINT": undefined,
            },
          },
          {
            "args": [
              "-p",
              "--output-format",
              "stream-json",
              "--verbose",
              "--model",
              "m",
              "--",
              "Do it",
            ],
            "command": "claude",
            "env": {
              "CLAUDECODE": undefined,
              "CLAUDE_CODE_ENTRYPOINT": undefined,
            },
          },
          {
            "args": [],
            "command": "claude",
            "env": {
              "CLAUDECODE": undefined,
              "CLAUDE_CODE_ENTRYPOINT": undefined,
            },
          },
        ],
        [
          "gemini",
          {
            "args": [
              "--model",
              "m",
              "--prompt-interactive=Do it",
            ],
            "command": "gemini",
          },
          {
            "args": [
              "--output-format",
              "stream-json",
              "--model",
              "m",
              "--prompt=Do it",
            ],
            "command": "gemini",
          },
          {
            "args": [],
            "command": "gemini",
          },
        ],
      ]
    `);
  });
});

describe('Output Sanitization', () => {
  test('ANSI Stripping: WHEN a task prints colours and cursor codes THEN listeners get clean text beside the raw', async () => {
    await using bench = await LibraryBench.create();
    const agent = bench.agent('talk', { executionMode: 'interactive' });
    const { orchestrator } = await bench.start(stages([agent.task]));
    const heard: OutputData[] = [];
    orchestrator.onOutput((output) => heard.push(output));
    const running = orchestrator.run();
    const talking = await agent.nextLaunch();
    const raw = '\x1b]0;title\x07\x1b[2J\x1b[H\x1b[1;31mred\x1b[0m \x1b[38;5;4m漢字\x1b[m\x1b[?25l';
    await talking.run(fake.write(raw));
    await talking.exit(0);
    await running;
    expect([all(heard, 'raw'), all(heard, 'clean')]).toEqual([raw, 'red 漢字']);
  });
});

function adapterOf(factory: AdapterFactory) {
  return factory({ name: 'test', cwd: '/', env: {} });
}
