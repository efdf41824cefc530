import { createRequire } from 'node:module';
import type { StartError } from './runner.js';

/** The native half of node-pty. */
export interface PtyLibrary {
  /** Starts a process in a new pseudo-terminal; `fd` is the non-blocking master, `pty` the slave's path. */
  fork(
    ...args: [
      file: string,
      args: readonly string[],
      env: readonly string[],
      cwd: string,
      cols: number,
      rows: number,
      uid: number,
      gid: number,
      utf8: boolean,
      helperPath: string,
      onExit: (exitCode: number, signal: number) => void,
    ]
  ): { readonly fd: number; readonly pid: number; readonly pty: string };
  resize(fd: number, cols: number, rows: number): void;
}

export type LoadedPty =
  | { readonly ok: true; readonly library: PtyLibrary; readonly helperPath: string }
  | { readonly ok: false; readonly error: StartError };

/**
 * The one door to node-pty, opened only when a terminal is needed. Its own JavaScript half is passed
 * by: it destroys the terminal 200 ms after the exit whether or not everything was read, reports the
 * exit only when the slave side is closed, and spins while the process does not read its input.
 */
export async function loadPty(): Promise<LoadedPty> {
  try {
    // @ts-expect-error: it has no types
    const binding: { requireBinary(file: string): PtyLibrary } = await import('node-pty/requireBinary.js');
    return { ok: true, library: binding.requireBinary('pty.node'), helperPath: helperPath() };
  } catch (error) {
    const reason = (error as Error).message.split('\n', 1)[0];
    return { ok: false, error: { code: 'pty-unavailable', message: `${ADVICE} (${reason})` } };
  }
}

const ADVICE =
  'Interactive tasks need the package node-pty, which could not be loaded. Install agentflow again without --omit=optional, or use executionMode: headless.';

/** macOS starts processes through a helper program that comes with the binary. */
function helperPath(): string {
  if (process.platform !== 'darwin') return '';
  const name = `@lydell/node-pty-${process.platform}-${process.arch}/spawn-helper`;
  const fromHere = createRequire(import.meta.url);
  return createRequire(fromHere.resolve('node-pty')).resolve(name);
}
