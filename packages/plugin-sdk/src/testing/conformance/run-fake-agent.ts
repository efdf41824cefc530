import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { AdapterFactory, AgentVerdict, ProcessExit } from '../../adapter.js';
import type { AgentEvent } from '../../agent-events.js';
import type { Step } from '../fake-agent/step.js';
import { FAKE_AGENT_FILE } from '../fake-agent-file.js';
import { fakeScript } from '../script-builders.js';
import { createUnderTest, RecordingHost } from './adapter-under-test.js';

export interface FakeRun {
  /** What the program was started with. */
  readonly args: readonly string[];
  readonly events: readonly AgentEvent[];
  /** Undefined if the adapter does not judge. */
  readonly verdict: AgentVerdict | undefined;
}

export interface FakeRunOptions {
  readonly steps: readonly Step[];
  readonly prompt?: string;
  /** Whose arguments it takes and whose events it prints; without it any arguments, and nothing but the steps. */
  readonly playedBy?: 'plain' | 'claude' | 'gemini';
  /** The line of stdout at which the process and all it has started are killed. */
  readonly killAt?: string;
}

/** Runs the fake agent as the adapter would run its own program, headless, and hands everything to the adapter. */
export async function runFakeAgent(factory: AdapterFactory, options: FakeRunOptions): Promise<FakeRun> {
  const folder = await mkdtemp(join(tmpdir(), 'agentflow-conformance-'));
  try {
    return await runIn(folder, factory, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runIn(folder: string, factory: AdapterFactory, options: FakeRunOptions): Promise<FakeRun> {
  const adapter = createUnderTest(factory);
  const host = new RecordingHost();
  const { playedBy = 'silent', prompt = 'Go.' } = options;
  const { args } = adapter.getLaunchConfig('headless', prompt, adapter.mapOptions?.('headless', {}).args ?? []);
  const child = spawn(process.execPath, [FAKE_AGENT_FILE, '--as', playedBy, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, AGENTFLOW_FAKE_HOME: folder, AGENTFLOW_FAKE_SCRIPT: fakeScript([...options.steps]) },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that it can be ended with all it has started.
    detached: true,
  });
  const killGroup = () => {
    try {
      process.kill(-(child.pid as number), 'SIGKILL');
    } catch {
      // It is gone already.
    }
  };
  const exit = await new Promise<ProcessExit>((resolve, reject) => {
    // What an adapter throws in a listener has to fail the case, not end the test runner.
    const hand = (give: () => void) => {
      try {
        give();
      } catch (error) {
        reject(error);
      }
    };
    createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
      hand(() => adapter.onLine?.(line, host));
      if (line === options.killAt) killGroup();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      hand(() => adapter.onOutput?.({ stream: 'stderr', raw: text, clean: text }, host));
    });
    child.once('error', reject);
    child.once('close', (exitCode, signal) => resolve({ exitCode, signal }));
  }).finally(killGroup);
  return { args, events: host.events, verdict: adapter.judge?.(exit) };
}
