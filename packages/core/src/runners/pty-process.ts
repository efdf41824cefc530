import { closeSync, constants as files, openSync } from 'node:fs';
import { constants as system } from 'node:os';
import { ReadStream } from 'node:tty';
import type { ProcessExit } from '@agentflow/plugin-sdk';
import { EndMarker } from './end-marker.js';
import type { LoadedPty, PtyLibrary } from './pty.js';
import { PtyWriter } from './pty-writer.js';

export interface PtyRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cols: number;
  readonly rows: number;
}

export interface PtyHandlers {
  bytes(bytes: Buffer): void;
  /** Everything the process wrote was given to `bytes`. */
  exit(exit: ProcessExit): void;
  /** Nobody holds the terminal any more. */
  closed(): void;
}

/**
 * A process in a pseudo-terminal. The slave side is held open until all output is read: otherwise the
 * end of the output is lost when the process exits, and closing it too early sends it SIGHUP.
 *
 * That all is read is known by writing a marker through the slave side once the process is gone: what
 * comes out of the master before the marker is everything. Where the marker cannot be written (a
 * terminal that is stopped or hung up), 8 ms without output must do.
 */
export class PtyProcess {
  readonly pid: number;
  readonly #library: PtyLibrary;
  readonly #handlers: PtyHandlers;
  readonly #fd: number;
  readonly #master: ReadStream;
  readonly #writer: PtyWriter;
  #slave: number | null;
  /** From the exit until everything is read. */
  #draining: { readonly exit: ProcessExit; readonly marker: EndMarker; timer?: NodeJS.Timeout } | null = null;
  #exited = false;
  #closed = false;

  /** Throws when the system has no more pseudo-terminals. */
  constructor(loaded: LoadedPty & { ok: true }, request: PtyRequest, handlers: PtyHandlers) {
    const { command, args, cwd, cols, rows } = request;
    const env = Object.entries(request.env).map(([name, value]) => `${name}=${value}`);
    const onExit = (code: number, signal: number) => this.#startDraining(toExit(code, signal));
    const forked = loaded.library.fork(command, args, env, cwd, cols, rows, -1, -1, true, loaded.helperPath, onExit);
    this.pid = forked.pid;
    this.#library = loaded.library;
    this.#handlers = handlers;
    this.#fd = forked.fd;
    this.#slave = openSlave(forked.pty);
    this.#writer = new PtyWriter(forked.fd);
    this.#master = new ReadStream(forked.fd);
    this.#master.on('data', (bytes: Buffer) => this.#take(bytes));
    // Reading fails with EIO when the last holder of the slave side is gone.
    this.#master.on('error', () => this.#close());
    this.#master.on('end', () => this.#close());
  }

  write(text: string): Promise<void> {
    return this.#writer.write(text);
  }

  resize(cols: number, rows: number): void {
    if (!this.#closed) this.#library.resize(this.#fd, cols, rows);
  }

  #take(bytes: Buffer): void {
    if (!this.#draining) return this.#handlers.bytes(bytes);
    const { marker } = this.#draining;
    const output = marker.take(bytes);
    if (output.length > 0) this.#handlers.bytes(output);
    if (marker.isFound) this.#finish();
    else this.#awaitMarker();
  }

  #startDraining(exit: ProcessExit): void {
    this.#draining = { exit, marker: new EndMarker() };
    this.#awaitMarker();
  }

  #awaitMarker(): void {
    const draining = this.#draining;
    if (!draining) return;
    if (this.#slave !== null) draining.marker.write(this.#slave);
    clearTimeout(draining.timer);
    draining.timer = setTimeout(() => this.#finish(), draining.marker.isWritten ? MARKER_MS : QUIET_MS);
  }

  #finish(): void {
    if (!this.#draining) return;
    const { exit, marker, timer } = this.#draining;
    this.#draining = null;
    this.#exited = true;
    clearTimeout(timer);
    const rest = marker.end();
    if (rest.length > 0) this.#handlers.bytes(rest);
    this.#writer.close();
    if (this.#slave !== null) closeSync(this.#slave);
    this.#slave = null;
    this.#master.unref();
    this.#handlers.exit(exit);
    if (this.#closed) this.#handlers.closed();
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#writer.close();
    this.#master.destroy();
    if (this.#exited) this.#handlers.closed();
  }
}

/** The marker comes at once; this is for a terminal in a state nobody has thought of. */
const MARKER_MS = 1000;
const QUIET_MS = 8;

/** Without it (too many open files) output is less safe, but the process runs. */
function openSlave(path: string): number | null {
  try {
    return openSync(path, files.O_RDWR | files.O_NOCTTY | files.O_NONBLOCK);
  } catch {
    return null;
  }
}

function toExit(exitCode: number, signal: number): ProcessExit {
  if (signal === 0) return { exitCode, signal: null };
  const name = Object.entries(system.signals).find(([, number]) => number === signal)?.[0];
  return { exitCode: null, signal: name ?? `signal ${signal}` };
}
