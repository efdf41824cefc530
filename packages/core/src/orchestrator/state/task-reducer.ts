import type { AgentEvent } from '@agentflow/plugin-sdk';
import type { SessionEvent } from '../events.js';
import { isOver, type TaskFacts, type TaskRecord } from '../types.js';
import { unknownEvent } from './event-error.js';
import { addUsage, NOTHING_TOLD, replaceUsage, stillUnknown, UNKNOWN_USAGE } from './usage.js';

export type TaskEvent = Extract<SessionEvent, { type: `task.${string}` }>;

export function newTask(facts: TaskFacts): TaskRecord {
  return {
    ...factsOf(facts),
    status: 'PENDING',
    attempt: 0,
    startedAt: null,
    finishedAt: null,
    exitCode: null,
    output: null,
  };
}

/** The task under the facts of a changed workflow. */
export function withFacts(task: TaskRecord, facts: TaskFacts): TaskRecord {
  return { ...without(task, 'mode'), ...factsOf(facts) };
}

/** The task as it waits to be judged and run again. Its last output stays, to be compared with the next one. */
export function reopened(task: TaskRecord): TaskRecord {
  const kept = without(task, 'failure', 'skipped', 'question');
  return { ...kept, status: 'PENDING', startedAt: null, finishedAt: null, exitCode: null };
}

/** The task without what it had reached within an attempt. */
export function forgetful(task: TaskRecord): TaskRecord {
  return without(task, 'saved', 'answers', 'deadline');
}

/**
 * The task after the event. What comes late for a task that is over changes nothing about how it ended:
 * the first ending counts, until the task is started again.
 */
export function reduceTask(task: TaskRecord, event: TaskEvent): TaskRecord {
  switch (event.type) {
    case 'task.started':
      return { ...newProcess(reopened(task)), status: 'RUNNING', attempt: event.attempt, startedAt: event.ts };
    case 'task.launched':
      return event.adapter === undefined ? newProcess(task) : newAgent(task);
    case 'task.reported':
      return event.event.type === 'usage' ? withUsage(task, event.event) : task;
    case 'task.conversed':
      return { ...task, conversation: event.conversation };
    case 'task.waiting':
      return isOver(task.status) ? task : waiting(task, event);
    case 'task.continued':
    case 'task.input-sent':
      return continued(task);
    case 'task.answered':
      return {
        ...task,
        answers: [...(task.answers ?? []), { decision: event.decision, message: event.message }],
      };
    case 'task.answer-taken':
      return continued(without(withoutOldestAnswer(task), 'deadline'));
    case 'task.saved':
      return { ...task, saved: event.state };
    case 'task.finished':
      return isOver(task.status) ? task : finished(task, event);
    case 'task.invalidated':
      return reopened(task);
    case 'task.skipped':
      if (isOver(task.status)) return task;
      return { ...without(task, 'question'), status: 'SKIPPED', finishedAt: event.ts, skipped: event.because };
    case 'task.prompted':
    case 'task.retried':
      return task;
    default:
      return unknownEvent(event);
  }
}

/** A task that is DONE would begin anew, so what it saved and was answered is over with it. */
function finished(task: TaskRecord, event: Extract<TaskEvent, { type: 'task.finished' }>): TaskRecord {
  const { status, exitCode, output, failure } = event;
  const kept = without(task, 'question', 'deadline', ...(status === 'DONE' ? (['saved', 'answers'] as const) : []));
  return { ...kept, status, finishedAt: event.ts, exitCode, output, ...(failure && { failure }) };
}

function waiting(task: TaskRecord, { question, deadline }: Extract<TaskEvent, { type: 'task.waiting' }>): TaskRecord {
  return { ...task, status: 'WAITING_FOR_USER', question, ...(deadline !== undefined && { deadline }) };
}

function continued(task: TaskRecord): TaskRecord {
  return task.status === 'WAITING_FOR_USER' ? { ...without(task, 'question', 'deadline'), status: 'RUNNING' } : task;
}

function withoutOldestAnswer(task: TaskRecord): TaskRecord {
  const answers = task.answers?.slice(1) ?? [];
  return answers.length > 0 ? { ...task, answers } : without(task, 'answers');
}

/** An agent counts from its own start: what the processes before it used is kept apart. */
function newProcess(task: TaskRecord): TaskRecord {
  return task.usage === undefined ? task : { ...task, earlierUsage: task.usage };
}

/** Until it tells what it uses, that is unknown. */
function newAgent(task: TaskRecord): TaskRecord {
  const { unknownUsage: earlier } = task;
  return { ...newProcess(task), unknownUsage: NOTHING_TOLD, ...(earlier && { earlierUnknownUsage: earlier }) };
}

function withUsage(task: TaskRecord, event: Extract<AgentEvent, { type: 'usage' }>): TaskRecord {
  const { inputTokens, outputTokens, costUsd } = event;
  const told = { inputTokens, outputTokens, costUsd };
  const known = task.usage ?? UNKNOWN_USAGE;
  const usage =
    event.counts === 'increment'
      ? addUsage(known, told)
      : replaceUsage(known, task.earlierUsage ?? UNKNOWN_USAGE, told);
  const unknownUsage = stillUnknown(task.unknownUsage, task.earlierUnknownUsage, told);
  return { ...without(task, 'unknownUsage'), usage, ...(unknownUsage && { unknownUsage }) };
}

function factsOf({ id, name, type, stage, mode }: TaskFacts): TaskFacts {
  return { id, name, type, stage, ...(mode !== undefined && { mode }) };
}

type OptionalKey = 'mode' | 'failure' | 'skipped' | 'question' | 'deadline' | 'answers' | 'saved' | 'unknownUsage';

function without(task: TaskRecord, ...keys: readonly OptionalKey[]): TaskRecord {
  const copy: { -readonly [Key in keyof TaskRecord]: TaskRecord[Key] } = { ...task };
  for (const key of keys) delete copy[key];
  return copy;
}
