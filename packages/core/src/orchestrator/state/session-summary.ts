import { statSync } from 'node:fs';
import { isOver, type WorkflowSession } from '../types.js';
import { viewSession } from './load-session.js';
import type { HealthySummary, SessionSummary, StoredSession } from './session-store.js';
import { StateError } from './state-error.js';

/** What a list shows of a session. Only one that seems to run without a process needs more than its checkpoint. */
export function summarize(stored: StoredSession): SessionSummary {
  try {
    const session = stored.readCheckpoint();
    const pid = session?.status === 'RUNNING' ? (stored.holder()?.pid ?? null) : null;
    if (session !== null && (session.status !== 'RUNNING' || pid !== null)) return healthy(stored, session, pid);
    return fromJournal(stored);
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    return error.code === 'state-damaged' ? fromJournal(stored) : damaged(stored, error);
  }
}

function fromJournal(stored: StoredSession): SessionSummary {
  try {
    const { session, pid } = viewSession(stored);
    return healthy(stored, session, pid);
  } catch (error) {
    if (error instanceof StateError) return damaged(stored, error);
    throw error;
  }
}

function healthy({ id }: StoredSession, session: WorkflowSession, pid: number | null): HealthySummary {
  const { goal, status, reason, startedAt, updatedAt, finishedAt, tasks, usage, unknownUsage } = session;
  let over = 0;
  for (const task of tasks.values()) over += Number(isOver(task.status));
  return {
    id,
    damaged: null,
    workflow: session.workflow.name,
    goal,
    status,
    reason,
    startedAt,
    updatedAt,
    finishedAt,
    tasks: { total: tasks.size, over },
    costUsd: usage.costUsd,
    unknownCosts: unknownUsage.cost,
    pid,
  };
}

function damaged({ id, paths }: StoredSession, error: StateError): SessionSummary {
  return { id, damaged: error.message, startedAt: createdAt(paths.dir) };
}

function createdAt(dir: string): string {
  return (statSync(dir, { throwIfNoEntry: false })?.mtime ?? new Date(0)).toISOString();
}
