import type { Orchestrator, WorkflowSession } from '@agentflow/core';
import { closingWords } from './closing-words.js';
import { EXIT_CODES, type ExitCode } from './exit-codes.js';
import { type NotificationCommands, Notifications } from './notifications/notifications.js';
import { paintFor } from './paint.js';
import { onLateFault } from './plugins/late-faults.js';
import type { PluginError } from './plugins/plugin-error.js';
import type { Renderer } from './renderers/renderer.js';
import { widthOf } from './sessions/text-layout.js';

const SIGNALS = { SIGINT: EXIT_CODES.SIGINT, SIGTERM: EXIT_CODES.SIGTERM, SIGHUP: EXIT_CODES.SIGHUP } as const;
type Signal = keyof typeof SIGNALS;

/** How a session is shown, and whether the person who started it can be asked. */
export interface SessionView {
  /** The project of the session. */
  readonly folder: string;
  readonly renderer: Renderer;
  readonly talk: (text: string) => void;
  readonly canAsk: boolean;
  /** Whether stdout is for the result; with JSON it is for events. */
  readonly printsResult: boolean;
  /** Brings the person to tasks that want one, and shares the terminal with the shell. */
  attend?(orchestrator: Orchestrator): Attendance;
}

/** Somebody is at the terminal. */
export interface Attendance {
  /** Lets progress be written without disturbing what the person does. */
  show(write: () => void): void;
  /** The session is over: gives the terminal back, and resolves when nobody draws on it any more. */
  leave(): Promise<void>;
}

export interface SessionRun {
  readonly session: WorkflowSession;
  readonly exitCode: ExitCode;
}

/** Runs a session to its end, shows it, and hands signals on: the first stops it, the second kills. */
export async function runSession(
  orchestrator: Orchestrator,
  view: SessionView,
  commands: NotificationCommands = {},
): Promise<SessionRun> {
  const { renderer, talk } = view;
  renderer.begin?.(orchestrator);
  const person = view.attend?.(orchestrator);
  attach(renderer, orchestrator, person);
  const notifications = new Notifications(
    { cwd: orchestrator.session.cwd, onEvent: (listener) => orchestrator.onEvent(listener) },
    { commands, warn: talk },
  );
  const signals = catchSignals(orchestrator, talk);
  const faults = catchFaults(orchestrator);
  try {
    const session = await orchestrator.run();
    await person?.leave();
    await renderer.close?.(session);
    const place = { logs: orchestrator, folder: view.folder, paint: paintFor(process.stderr) };
    talk(closingWords(session, { ...place, width: widthOf(process.stderr) }));
    await notifications.done();
    const fault = faults.first();
    if (fault && session.status === 'INTERRUPTED') throw fault;
    if (fault) talk(`warning: ${fault.message}`);
    return { session, exitCode: exitCodeOf(session, signals.first()) };
  } catch (error) {
    await person?.leave();
    await renderer.close?.(orchestrator.session);
    throw error;
  } finally {
    signals.release();
    faults.release();
  }
}

/** A renderer that throws is left out from then on; the session goes on. */
function attach(renderer: Renderer, orchestrator: Orchestrator, person?: Attendance): void {
  const show = (write: () => void) => (person ? person.show(write) : write());
  const { onEvent, onOutput } = renderer;
  if (onEvent) orchestrator.onEvent((event, session) => show(() => onEvent.call(renderer, event, session)));
  if (onOutput) orchestrator.onOutput((output) => show(() => onOutput.call(renderer, output)));
}

function catchSignals(orchestrator: Orchestrator, talk: (text: string) => void) {
  let first: Signal | undefined;
  const listeners = (Object.keys(SIGNALS) as Signal[]).map((signal) => {
    const listener = () => {
      if (first === undefined)
        talk(`${signal}: ending the tasks and saving the session; once more kills them at once.`);
      first ??= signal;
      orchestrator.interrupt(`Interrupted by ${signal}.`);
    };
    process.on(signal, listener);
    return { signal, listener };
  });
  return {
    first: () => first,
    release: () => {
      for (const { signal, listener } of listeners) process.off(signal, listener);
    },
  };
}

/** A plugin that fails outside of any task may have left the others in disorder: the session stops, to be resumed. */
function catchFaults(orchestrator: Orchestrator) {
  let first: PluginError | undefined;
  const release = onLateFault((fault) => {
    if (first !== undefined) return;
    first = fault;
    orchestrator.interrupt(fault.message);
  });
  return { first: () => first, release };
}

/** What a session's status makes of the exit code. */
export function exitCodeOf({ status }: WorkflowSession, signal?: Signal): ExitCode {
  switch (status) {
    case 'DONE':
      return EXIT_CODES.DONE;
    case 'CANCELLED':
      return EXIT_CODES.CANCELLED;
    case 'PAUSED':
      return EXIT_CODES.WAITING;
    case 'INTERRUPTED':
      return SIGNALS[signal ?? 'SIGINT'];
    case 'RUNNING':
    case 'FAILED':
      return EXIT_CODES.FAILED;
  }
}
