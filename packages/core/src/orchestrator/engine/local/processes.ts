import type { OutputData, ProcessExit } from '@agentflow/plugin-sdk';
import type { LogFile } from '../../../output/log-file.js';
import { OutputRedaction } from '../../../output/redact-output.js';
import { AgentRunner } from '../../../runners/agent-runner.js';
import { HeadlessRunner } from '../../../runners/headless-runner.js';
import { endTree } from '../../../runners/process-tree.js';
import type { Runner, RunnerOptions, StartError } from '../../../runners/runner.js';
import type { Attempt, AttemptHost, TerminalSize, TerminalViewer } from '../attempt.js';
import type { LocalMachine } from './local-attempts.js';
import type { ScreenWatch } from './screen-watch.js';
import type { Place } from './start-gate.js';

const GRACE_MS = 5000;
const STOPPED: StartError = { code: 'stopped', message: 'The task was stopped before its process was started.' };

/** What the system says when it has no room for a process now. */
const NO_ROOM: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'EAGAIN']);

export interface ProcessSpec extends Pick<RunnerOptions, 'launch' | 'adapter' | 'host'> {
  readonly kind: 'terminal' | 'pipes';
  readonly input?: string;
  /** Hears every byte beside the log; not those that come after the process ended. */
  readonly onBytes?: (bytes: Buffer, stream: OutputData['stream']) => void;
  readonly onStart?: (pid: number) => void;
  /** Draws what a terminal shows. */
  readonly screen?: ScreenWatch;
}

export type ProcessEnd =
  | { readonly started: true; readonly exit: ProcessExit }
  | { readonly started: false; readonly error: StartError };

/** The processes of one attempt: each is logged, marked, known to the reaper, and ended with the attempt. */
export class Processes {
  /** Told of every output, for the idle limit. */
  onActivity: (() => void) | undefined;
  /** Told when a process starts that had to wait for room: limits of time count from now. */
  onAdmitted: (() => void) | undefined;
  readonly #attempt: Attempt;
  readonly #host: AttemptHost;
  readonly #machine: LocalMachine;
  readonly #log: LogFile;
  #now: AbortController | undefined;
  /** Ends the waiting for room. */
  readonly #over = new AbortController();
  #waiting = 0;
  readonly #started: { readonly pid: number; readonly token: string; readonly signal: NodeJS.Signals }[] = [];
  #starting: Promise<unknown> | undefined;
  #current: Runner | undefined;
  #screen: ScreenWatch | undefined;
  #ending: Promise<void> | undefined;

  constructor(parts: { attempt: Attempt; host: AttemptHost; machine: LocalMachine; log: LogFile }) {
    this.#attempt = parts.attempt;
    this.#host = parts.host;
    this.#machine = parts.machine;
    this.#log = parts.log;
  }

  /** Whether a process waits for room. */
  get isWaiting(): boolean {
    return this.#waiting > 0;
  }

  /** Runs a process to its end, once there is room for it. None is started any more once the attempt ends. */
  async run(spec: ProcessSpec): Promise<ProcessEnd> {
    const { gate } = this.#machine;
    for (;;) {
      const place = gate.tryEnter() ?? (await this.#waitForRoom());
      if (!place) return { started: false, error: STOPPED };
      if (this.#ending) {
        gate.giveUp(place);
        return { started: false, error: STOPPED };
      }
      const end = await this.#runAt(place, spec);
      if (end.started) return end;
      const canMakeRoom = gate.giveUp(place, NO_ROOM.has(end.error.code));
      if (!canMakeRoom) return end;
    }
  }

  async #waitForRoom(): Promise<Place | undefined> {
    this.#waiting += 1;
    this.#guard(() => this.#log.close());
    const place = await this.#machine.gate.enter(this.#over.signal);
    this.#waiting -= 1;
    this.onAdmitted?.();
    return place;
  }

  async #runAt(place: Place, spec: ProcessSpec): Promise<ProcessEnd> {
    const token = this.#machine.marks.next();
    const runner = this.#createRunner(spec, token);
    runner.on('bytes', (bytes, stream) => {
      this.#write(bytes, stream);
      if (runner.ended) return;
      this.onActivity?.();
      spec.onBytes?.(bytes, stream);
      spec.screen?.write(bytes);
    });
    if (spec.screen) spec.screen.onReply = (text) => void runner.send(text).catch(() => undefined);
    const shown = new OutputRedaction(this.#machine.redactor, (output) => this.#host.output(output));
    if (this.#host.wantsOutput) runner.on('data', (output) => shown.write(output));
    runner.on('adapterError', (error) => this.#host.warn('adapter-error', `The adapter failed: ${String(error)}`));
    const exited = new Promise<ProcessExit>((resolve) => runner.once('exit', resolve));
    runner.once('exit', () => place.ended());
    runner.once('closed', () => place.gone());
    const starting = runner.start();
    this.#starting = starting;
    const result = await starting;
    if (!result.ok) return { started: false, error: result.error };
    // An interactive shell ignores SIGTERM; SIGHUP is what it gets when its terminal closes.
    this.#started.push({ pid: result.pid, token, signal: spec.kind === 'terminal' ? 'SIGHUP' : 'SIGTERM' });
    this.#current = runner;
    this.#screen = spec.screen;
    if (!this.#ending) spec.onStart?.(result.pid);
    const exit = await exited;
    shown.end();
    this.#current = undefined;
    this.#screen = undefined;
    return { started: true, exit };
  }

  log(text: string): void {
    this.#write(Buffer.from(text), 'stdout');
  }

  /** False when there is no process that takes input. */
  send(text: string): boolean {
    if (!(this.#current instanceof AgentRunner)) return false;
    this.#current.send(text).catch((error: Error) => this.#host.warn('input-lost', `Input was lost: ${error.message}`));
    return true;
  }

  resize({ columns, rows }: TerminalSize): void {
    if (this.#current instanceof AgentRunner) this.#current.resize(columns, rows);
    this.#screen?.resize({ columns, rows });
  }

  watch(viewer: TerminalViewer): (() => void) | undefined {
    return this.#screen?.watch(viewer);
  }

  /** Ends every process of the attempt and all their descendants: asks, waits, forces. */
  endAll(): Promise<void> {
    this.#now ??= new AbortController();
    this.#over.abort();
    this.#ending = this.#endStarted(this.#now.signal);
    return this.#ending;
  }

  kill(): void {
    this.#now ??= new AbortController();
    this.#now.abort();
  }

  close(): void {
    this.#log.close();
  }

  async #endStarted(now: AbortSignal): Promise<void> {
    await this.#starting;
    await Promise.all(this.#started.map((started) => endTree({ ...started, graceMs: GRACE_MS, now })));
  }

  #createRunner(spec: ProcessSpec, token: string): AgentRunner | HeadlessRunner {
    const { cwd, env } = this.#attempt;
    const options = {
      launch: spec.launch,
      cwd,
      env,
      token,
      reaper: this.#machine.reaper,
      ...(spec.adapter && { adapter: spec.adapter }),
      ...(spec.host && { host: spec.host }),
    };
    if (spec.kind === 'pipes')
      return new HeadlessRunner({ ...options, ...(spec.input !== undefined && { stdin: { input: spec.input } }) });
    const { columns, rows } = this.#machine.terminalSize;
    return new AgentRunner({ ...options, cols: columns, rows });
  }

  #write(bytes: Buffer, stream: OutputData['stream']): void {
    this.#guard(() => this.#log.write(bytes, stream));
  }

  #guard(write: () => void): void {
    try {
      write();
    } catch (error) {
      this.#host.lost(error);
    }
  }
}
