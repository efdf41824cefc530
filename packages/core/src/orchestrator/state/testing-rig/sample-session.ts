import type { SessionEvent, SessionEventBody } from '../../events.js';
import type { TaskFacts, WorkflowSession } from '../../types.js';
import { reduce, type SessionState } from '../session-reducer.js';

type Started = Extract<SessionEventBody, { type: 'session.started' }>;

/** The first event of a session with these tasks in each stage. */
export function started(stages: readonly (readonly string[])[], changes: Partial<Started> = {}): Started {
  return {
    type: 'session.started',
    workflow: { name: 'sample', file: '/project/sample.yaml', digest: 'd1', kind: 'stages' },
    goal: 'ship it',
    arguments: '',
    inputs: {},
    cwd: '/project',
    ...plan(stages),
    ...changes,
  };
}

/** Stages and tasks as a workflow has them. */
export function plan(stages: readonly (readonly string[])[]): Pick<Started, 'stages' | 'tasks'> {
  const facts = (id: string, stage: number): TaskFacts => ({ id, name: id, type: 'prompt', stage });
  return {
    stages: stages.map((taskIds, index) => ({ name: `Stage ${index + 1}`, taskIds })),
    tasks: stages.flatMap((taskIds, stage) => taskIds.map((id) => facts(id, stage))),
  };
}

/** The bodies as events one second apart, from seq 1. */
export function numbered(...bodies: readonly SessionEventBody[]): SessionEvent[] {
  return bodies.map((body, index) => ({ v: 1, seq: index + 1, ts: second(index + 1), sessionId: 'sample', ...body }));
}

/** The session that the events make. */
export function fold(...bodies: readonly SessionEventBody[]): WorkflowSession {
  return foldEvents(numbered(...bodies));
}

export function foldEvents(events: readonly SessionEvent[]): WorkflowSession {
  const state = events.reduce<SessionState | null>(reduce, null);
  return (state as SessionState).session;
}

/** A clock that moves on by a second with every look, beginning like `numbered`. */
export function secondsClock(): () => Date {
  let count = 0;
  return () => new Date(second(++count));
}

function second(count: number): string {
  return new Date(Date.UTC(2026, 10, 18, 10, 0, count)).toISOString();
}
