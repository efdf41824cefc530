import { setTimeout as delay } from 'node:timers/promises';
import { SessionManager, type SessionStore, type SessionView } from '@agentflow/core';
import { FileChanges } from './file-changes.js';

const LONGEST_WAIT_MS = 1000;
const SHORTEST_WAIT_MS = 200;

/** Shows a session as it is, and again after every change, until no process runs it. */
export async function watchSession(store: SessionStore, id: string, show: (view: SessionView) => void): Promise<void> {
  let view = await SessionManager.read(store, id);
  using changes = new FileChanges([view.paths.dir]);
  for (;;) {
    show(view);
    if (view.pid === null) return;
    await delay(SHORTEST_WAIT_MS);
    await changes.next(LONGEST_WAIT_MS);
    view = await SessionManager.read(store, id);
  }
}
