import { type HistoryEntry, readHistory } from './history.js';
import { type SeenSession, viewSession } from './load-session.js';
import type { SessionPaths } from './session-paths.js';
import type { SessionStore } from './session-store.js';

/** A session as it was when it was read, with what belongs to it. */
export interface SessionView extends SeenSession {
  readonly paths: SessionPaths;
  history(): HistoryEntry[];
  workflowText(): Promise<string>;
}

/** Looks at a session, whoever runs it. */
export async function readSession(store: SessionStore, id: string): Promise<SessionView> {
  const stored = await store.open(id);
  return {
    ...viewSession(stored),
    paths: stored.paths,
    history: () => readHistory(stored),
    workflowText: () => stored.workflowText(),
  };
}
