import { fileURLToPath } from 'node:url';
import type { Bench } from '../core/bench.js';
import { cleanEnvironment } from '../rig/environment.js';
import { Terminal } from '../rig/fake-agent-terminal.js';

const BIN = fileURLToPath(new URL('../../packages/cli/bin/run.js', import.meta.url));

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

export const SIZES: readonly TerminalSize[] = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 20, rows: 10 },
];

/** `agentflow` with these arguments on a terminal, as a person sees it. */
export function onTerminal(
  { rig }: Pick<Bench, 'rig'>,
  args: readonly string[],
  { env = {}, shell, ...size }: Partial<TerminalSize> & TerminalSetup = {},
): Promise<Terminal> {
  const environment = { ...cleanEnvironment(rig), NO_COLOR: '1', TERM: 'xterm-256color', AF: BIN, ...env };
  const options = { cwd: rig.path(), env: environment, ...size };
  if (shell !== undefined) return Terminal.start('/bin/bash', [shell], options);
  return Terminal.start(process.execPath, [BIN, ...args], options);
}

interface TerminalSetup {
  readonly env?: Readonly<Record<string, string>>;
  /** A script that is run instead, with the program as `$AF`. */
  readonly shell?: string;
}

/** `agentflow run flow.yaml` for the session `s1`. */
export function runOnTerminal(
  bench: Bench,
  args: readonly string[] = [],
  setup: Partial<TerminalSize> & TerminalSetup = {},
) {
  return onTerminal(bench, ['run', 'flow.yaml', '--session-id', 's1', ...args], setup);
}

/** A screen without what differs from run to run: times, and where what is running has got to. */
export function calmScreen(screen: string): string {
  return screen
    .replace(/[◐◓◑◒]/g, '◐')
    .replace(/\b\d+(\.\d)? s\b|\b\d+ ms\b/g, '0 s')
    .replace(/\.agentflow\/sessions\/s1/g, '<session>');
}

export const STEP_OUT = '\x1d';
export const ENTER = '\r';
export const DOWN = '\x1b[B';
export const CTRL_C = '\x03';
export const CTRL_D = '\x04';
export const CTRL_Z = '\x1a';
