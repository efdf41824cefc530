import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What is needed of node-pty. */
export interface TerminalLibrary {
  spawn(file: string, args: readonly string[], options: TerminalOptions): TerminalProcess;
}

export interface TerminalOptions {
  readonly cols: number;
  readonly rows: number;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Null: bytes instead of text. */
  readonly encoding: null;
}

export interface TerminalProcess {
  readonly pid: number;
  onData(listener: (bytes: Buffer) => void): unknown;
  onExit(listener: () => void): unknown;
}

export type LoadedTerminal =
  | { readonly ok: true; readonly library: TerminalLibrary }
  | { readonly ok: false; readonly reason: string };

/**
 * node-pty of whoever has it: it is native code and no dependency of this package. Looked for from here,
 * from the folder of the plugin, and from the program that runs, which may be agentflow.
 */
export function loadTerminal(places: readonly string[] = usualPlaces()): LoadedTerminal {
  for (const place of places) {
    try {
      return { ok: true, library: createRequire(place)('node-pty') as TerminalLibrary };
    } catch {
      // The next place may have it.
    }
  }
  return { ok: false, reason: 'the package node-pty could not be loaded, and there is no terminal without it' };
}

function usualPlaces(): string[] {
  const [, program] = process.argv;
  return [import.meta.url, join(process.cwd(), 'package.json'), ...(program ? [realPathOf(program)] : [])];
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
