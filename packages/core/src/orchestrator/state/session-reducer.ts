import type { SessionEvent } from '../events.js';
import { isOver, type TaskFacts, type TaskRecord, type UnknownUsage, type WorkflowSession } from '../types.js';
import { EventError, unknownEvent } from './event-error.js';
import { forgetful, newTask, reduceTask, reopened, type TaskEvent, withFacts } from './task-reducer.js';
import { addUsage, UNKNOWN_USAGE, usageBetween } from './usage.js';

/** A session while events are folded into it; it changes in place, so that an event costs the same with 10,000 tasks. */
export interface SessionState {
  readonly session: WorkflowSession;
  /** For each stage the number of its tasks that are not over; derived, never stored. */
  openTasks: number[];
}

type Draft = { -readonly [Key in keyof WorkflowSession]: WorkflowSession[Key] } & { tasks: Map<string, TaskRecord> };
type Resumed = Extract<SessionEvent, { type: 'session.resumed' }>;

/** Throws an EventError when the event cannot have happened to this session; null is one that has not started. */
export function checkEvent(state: SessionState | null, event: SessionEvent): void {
  if (event.type === 'session.started') {
    if (state !== null) throw new EventError('already-started', 'the session has started before');
    return;
  }
  if (state === null) throw new EventError('not-started', `"${event.type}" comes before "session.started"`);
  if (event.type === 'session.resumed') return checkTasks(event.pending, tasksAfter(state.session, event));
  if (isTaskEvent(event)) checkTasks([event.taskId], state.session.tasks);
}

/** Folds an event that passed `checkEvent` into the state; the first makes it. */
export function reduce(state: SessionState | null, event: SessionEvent): SessionState {
  checkEvent(state, event);
  if (event.type === 'session.started') return startSession(event);
  const reached = state as SessionState;
  const draft = reached.session as Draft;
  switch (event.type) {
    case 'session.resumed':
      resume(reached, event);
      break;
    case 'session.finished':
      draft.status = event.status;
      draft.reason = event.reason;
      draft.finishedAt = event.ts;
      draft.currentStageIndex = stageOf(reached);
      break;
    case 'session.warned':
      break;
    default:
      if (!isTaskEvent(event)) return unknownEvent(event);
      changeTask(reached, event);
  }
  draft.seq = event.seq;
  draft.updatedAt = event.ts;
  return reached;
}

/** The state that a stored session is. */
export function restoreState(session: WorkflowSession): SessionState {
  const state = { session: { ...session, tasks: new Map(session.tasks) }, openTasks: [] };
  countOpenTasks(state);
  return state;
}

function startSession(event: Extract<SessionEvent, { type: 'session.started' }>): SessionState {
  return restoreState({
    id: event.sessionId,
    workflow: event.workflow,
    goal: event.goal,
    arguments: event.arguments,
    inputs: event.inputs,
    cwd: event.cwd,
    status: 'RUNNING',
    reason: null,
    startedAt: event.ts,
    updatedAt: event.ts,
    finishedAt: null,
    currentStageIndex: 0,
    stages: event.stages,
    tasks: new Map(event.tasks.map((facts) => [facts.id, newTask(facts)])),
    usage: UNKNOWN_USAGE,
    unknownUsage: { tokens: 0, cost: 0 },
    seq: event.seq,
  });
}

/** What tasks that are no longer part of the workflow have used stays part of the session's usage. */
function resume(state: SessionState, event: Resumed): void {
  const draft = state.session as Draft;
  draft.tasks = tasksAfter(draft, event);
  for (const id of event.pending) draft.tasks.set(id, reopened(taskOf(draft, id)));
  for (const id of event.accepted?.changed ?? []) draft.tasks.set(id, forgetful(taskOf(draft, id)));
  if (event.accepted) {
    draft.workflow = event.accepted.workflow;
    draft.stages = event.accepted.stages;
  }
  draft.inputs = { ...draft.inputs, ...event.inputs };
  draft.status = 'RUNNING';
  draft.reason = null;
  draft.finishedAt = null;
  countOpenTasks(state);
}

function tasksAfter({ tasks }: WorkflowSession, { accepted }: Resumed): Map<string, TaskRecord> {
  if (!accepted) return tasks as Map<string, TaskRecord>;
  const renewed = (facts: TaskFacts) => {
    const known = tasks.get(facts.id);
    return known ? withFacts(known, facts) : newTask(facts);
  };
  return new Map(accepted.tasks.map((facts) => [facts.id, renewed(facts)]));
}

function changeTask(state: SessionState, event: TaskEvent): void {
  const draft = state.session as Draft;
  const before = taskOf(draft, event.taskId);
  const after = reduceTask(before, event);
  if (after === before) return;
  draft.tasks.set(after.id, after);
  if (after.usage !== before.usage && after.usage) {
    draft.usage = addUsage(draft.usage, usageBetween(before.usage ?? UNKNOWN_USAGE, after.usage));
  }
  draft.unknownUsage = recount(draft.unknownUsage, before, after);
  const opened = Number(isOver(before.status)) - Number(isOver(after.status));
  if (opened === 0) return;
  state.openTasks[after.stage] = (state.openTasks[after.stage] ?? 0) + opened;
  draft.currentStageIndex = firstOpenStage(state, Math.min(after.stage, draft.currentStageIndex));
}

/** Counts a task as it is now instead of as it was. */
function recount(counted: WorkflowSession['unknownUsage'], before: TaskRecord, after: TaskRecord) {
  const [was, is] = [before.unknownUsage, after.unknownUsage];
  if (was === is) return counted;
  const change = (figure: keyof UnknownUsage) => Number(is?.[figure] ?? false) - Number(was?.[figure] ?? false);
  return { tokens: counted.tokens + change('tokens'), cost: counted.cost + change('cost') };
}

function countOpenTasks(state: SessionState): void {
  const open: number[] = state.session.stages.map(() => 0);
  for (const { stage, status } of state.session.tasks.values())
    if (!isOver(status)) open[stage] = (open[stage] ?? 0) + 1;
  state.openTasks = open;
  (state.session as Draft).currentStageIndex = stageOf(state);
}

/** Where the session is; one that ended before its time is where a resume goes on. */
function stageOf(state: SessionState): number {
  const { status, stages, tasks } = state.session;
  if (status === 'RUNNING' || status === 'DONE' || status === 'CANCELLED') return firstOpenStage(state, 0);
  const toRun = [...tasks.values()].filter((task) => task.status !== 'DONE').map(({ stage }) => stage);
  return toRun.reduce((first, stage) => Math.min(first, stage), stages.length);
}

function firstOpenStage({ session, openTasks }: SessionState, from: number): number {
  let stage = from;
  while (stage < session.stages.length && !openTasks[stage]) stage++;
  return stage;
}

function checkTasks(ids: readonly string[], tasks: ReadonlyMap<string, TaskRecord>): void {
  const unknown = ids.find((id) => !tasks.has(id));
  if (unknown !== undefined) throw new EventError('unknown-task', `the session has no task "${unknown}"`);
}

function taskOf(session: WorkflowSession, id: string): TaskRecord {
  checkTasks([id], session.tasks);
  return session.tasks.get(id) as TaskRecord;
}

function isTaskEvent(event: SessionEvent): event is TaskEvent {
  return event.type.startsWith('task.');
}
