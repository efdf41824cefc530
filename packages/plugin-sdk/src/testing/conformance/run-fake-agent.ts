import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { AdapterFactory, AgentVerdict, ExecutionMode, IAgentAdapter, ProcessExit } from '../../adapter.js';
import type { AgentEvent } from '../../agent-events.js';
import type { Step } from '../fake-agent/step.js';
import { FAKE_AGENT_FILE } from '../fake-agent-file.js';
import { fakeScript } from '../script-builders.js';
import { createUnderTest, RecordingHost } from './adapter-under-test.js';
import { AgentOutput } from './agent-output.js';
import { signalGroup, stopGroup } from './process-group.js';

/** What the adapter made of a run of the fake agent. */
export interface FakeRun {
  /** What the program was started with. */
  readonly args: readonly string[];
  readonly events: readonly AgentEvent[];
  /** Undefined if the adapter does not judge. */
  readonly verdict: AgentVerdict | undefined;
}

/** What the fake agent does, and how it is started. */
export interface FakeRunOptions {
  readonly steps: readonly Step[];
  readonly prompt?: string;
  /** Whose arguments it takes and whose events it prints; without it any arguments, and nothing but the steps. */
  readonly playedBy?: 'plain' | 'claude' | 'gemini' | undefined;
  /** The text of stdout at which it is stopped with all it has started; that something is left is an error. */
  readonly stopAt?: string;
  /** Hands over what it prints a byte at a time: all that belongs together comes in pieces. */
  readonly byteByByte?: boolean;
  /** The options that stand beside the plugin's name in the config file. */
  readonly options?: unknown;
}

/** Runs the fake agent as the adapter would run its own program, headless, and hands everything to the adapter. */
export function runFakeAgent(factory: AdapterFactory, options: FakeRunOptions): Promise<FakeRun> {
  return inOwnFolder(async (folder) => {
    const adapter = createUnderTest(factory, { settings: options.options });
    const { args, file, env } = fakeLaunch(adapter, { ...options, mode: 'headless', folder });
    const child = spawn(process.execPath, file, {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that it can be ended with all it has started.
      detached: true,
    });
    const host = new RecordingHost();
    const group = { leader: child.pid as number, marker: folder };
    const stop = () => stopGroup(group);
    const { stopAt, byteByByte = false } = options;
    const exit = await ending(child, new AgentOutput(adapter, host), { stopAt, byteByByte, stop }).finally(() =>
      signalGroup(group, 'SIGKILL'),
    );
    return { args, events: host.events, verdict: adapter.judge?.(exit) };
  });
}

interface LaunchOptions extends Omit<FakeRunOptions, 'stopAt' | 'byteByByte'> {
  readonly mode: ExecutionMode;
  /** In the environment of the fake agent, too: all that it starts can be told by it. */
  readonly folder: string;
}

/** The fake agent in the place of the adapter's program. */
export function fakeLaunch(adapter: IAgentAdapter, { mode, folder, steps, playedBy, prompt = 'Go.' }: LaunchOptions) {
  const { args } = adapter.getLaunchConfig(mode, prompt, adapter.mapOptions?.(mode, {}).args ?? []);
  return {
    args,
    file: [FAKE_AGENT_FILE, '--as', playedBy ?? 'silent', ...args],
    env: {
      PATH: process.env.PATH ?? '',
      AGENTFLOW_FAKE_HOME: folder,
      AGENTFLOW_FAKE_SCRIPT: fakeScript([...steps]),
    },
  };
}

export async function inOwnFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'agentflow-conformance-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

interface Reading extends Required<Pick<FakeRunOptions, 'byteByByte'>> {
  readonly stopAt: string | undefined;
  readonly stop: () => Promise<void>;
}

async function ending(child: Child, output: AgentOutput, reading: Reading): Promise<ProcessExit> {
  const { stopAt, stop, byteByByte } = reading;
  let seen = '';
  let stopped: Promise<void> | undefined;
  const exit = await new Promise<ProcessExit>((resolve, reject) => {
    // What an adapter throws in a listener has to fail the case, not end the test runner.
    const take = (bytes: Buffer, stream: 'stdout' | 'stderr') => {
      try {
        const pieces = byteByByte ? [...bytes].map((byte) => Buffer.of(byte)) : [bytes];
        const clean = pieces.map((piece) => output.take(piece, stream)).join('');
        if (stopAt === undefined || stream === 'stderr') return;
        seen += clean;
        if (seen.includes(stopAt)) stopped ??= stop();
        stopped?.catch(reject);
      } catch (error) {
        reject(error);
      }
    };
    child.stdout.on('data', (bytes: Buffer) => take(bytes, 'stdout'));
    child.stderr.on('data', (bytes: Buffer) => take(bytes, 'stderr'));
    child.once('error', reject);
    child.once('close', (exitCode, signal) => resolve({ exitCode, signal }));
  });
  await stopped;
  output.end();
  return exit;
}
