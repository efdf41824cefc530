import type { AdapterFactory } from '../../adapter.js';
import { fake } from '../script-builders.js';
import { createUnderTest, RecordingHost } from './adapter-under-test.js';
import { AgentOutput } from './agent-output.js';
import { stopGroup } from './process-group.js';
import { type FakeRunOptions, fakeLaunch, inOwnFolder } from './run-fake-agent.js';
import type { TerminalLibrary, TerminalProcess } from './terminal-library.js';

export interface TerminalRunOptions extends Pick<FakeRunOptions, 'steps' | 'playedBy'> {
  readonly library: TerminalLibrary;
}

export interface TerminalRun {
  /** All of it, without control sequences. */
  readonly output: string;
  readonly questions: readonly string[];
}

/**
 * Runs the fake agent in a terminal until it has done its steps, and hands everything to the adapter.
 * It then waits to be stopped: node-pty loses output that is unread 200 ms after the exit.
 */
export function runInTerminal(factory: AdapterFactory, options: TerminalRunOptions): Promise<TerminalRun> {
  return inOwnFolder(async (folder) => {
    const adapter = createUnderTest(factory);
    const host = new RecordingHost();
    const steps = [...options.steps, fake.print(END), fake.hang()];
    const { file, env } = fakeLaunch(adapter, { ...options, steps, mode: 'interactive', folder });
    const terminal = options.library.spawn(process.execPath, file, { ...SIZE, cwd: folder, env, encoding: null });
    const exited = new Promise<void>((resolve) => terminal.onExit(resolve));
    try {
      const output = await read(terminal, exited, new AgentOutput(adapter, host));
      adapter.onScreen?.(output.split('\n').slice(-SIZE.rows).join('\n'), host);
      return { output, questions: host.questions };
    } finally {
      await stopGroup({ leader: terminal.pid, marker: folder });
      await exited;
    }
  });
}

const END = 'conformance-end-7f3a';
const SIZE = { cols: 80, rows: 24 } as const;

function read(terminal: TerminalProcess, exited: Promise<void>, output: AgentOutput): Promise<string> {
  const pieces: string[] = [];
  let last = '';
  return new Promise((resolve, reject) => {
    terminal.onData((bytes) => {
      try {
        const clean = output.take(bytes, 'terminal');
        pieces.push(clean);
        last = (last + clean).slice(-2 * END.length);
      } catch (error) {
        reject(error);
      }
      if (last.includes(END)) resolve(pieces.join(''));
    });
    exited.then(() => resolve(pieces.join('')));
  });
}
