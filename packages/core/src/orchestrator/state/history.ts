import type { SessionEvent } from '../events.js';
import type { StoredSession } from './session-store.js';

/** Something a person or the workflow said to a task. */
export interface HistoryEntry {
  readonly seq: number;
  readonly ts: string;
  readonly taskId: string;
  readonly kind: 'prompt' | 'input' | 'answer';
  readonly text: string;
  /** Of an answer. */
  readonly decision?: 'approve' | 'reject';
}

/** The whole history of a stored session, oldest first. */
export function readHistory(stored: StoredSession): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  stored.readJournal((event) => {
    const entry = historyEntry(event);
    if (entry) entries.push(entry);
  });
  return entries;
}

/** What an event adds to the history, if anything. */
function historyEntry(event: SessionEvent): HistoryEntry | undefined {
  const { seq, ts } = event;
  switch (event.type) {
    case 'task.prompted':
      return { seq, ts, taskId: event.taskId, kind: 'prompt', text: event.prompt };
    case 'task.input-sent':
      return { seq, ts, taskId: event.taskId, kind: 'input', text: event.text };
    case 'task.answered':
      return { seq, ts, taskId: event.taskId, kind: 'answer', text: event.message, decision: event.decision };
    default:
      return undefined;
  }
}
