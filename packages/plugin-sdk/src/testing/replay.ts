import type { AgentVerdict } from '../adapter.js';
import type { AgentEvent } from '../agent-events.js';
import type { AgentObserver } from '../create-adapter.js';
import { RecordingHost } from './conformance/adapter-under-test.js';

/** What a headless process of an agent printed, and how it ended. */
export interface Recording {
  /** The lines of stdout; an object stands for its JSON. */
  readonly stdout?: readonly (object | string)[];
  readonly stderr?: string;
  /** 0 unless told otherwise. */
  readonly exitCode?: number | null;
  readonly signal?: string | null;
}

/** Hands a recording to an observer, and returns what the observer made of it. */
export function replay(
  observer: AgentObserver,
  { stdout = [], stderr, exitCode = 0, signal = null }: Recording,
): { readonly events: readonly AgentEvent[]; readonly verdict: AgentVerdict | undefined } {
  const host = new RecordingHost();
  for (const line of stdout) observer.onLine?.(typeof line === 'string' ? line : JSON.stringify(line), host);
  if (stderr !== undefined) observer.onOutput?.({ stream: 'stderr', raw: stderr, clean: stderr }, host);
  return { events: host.events, verdict: observer.judge?.({ exitCode, signal }) };
}
