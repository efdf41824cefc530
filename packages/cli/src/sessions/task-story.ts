import type { SessionEvent, SessionView, TaskRecord } from '@agentflow/core';
import { clockTime, duration, shorten, skipWords } from '../renderers/words.js';
import { labelled, type ReportLayout } from './session-report.js';
import { TASK_LOOKS } from './session-words.js';
import { shownStatus, taskFacts } from './task-lines.js';
import { hang, NARROW, plainText, wrap } from './text-layout.js';

export interface TaskStory {
  readonly view: Pick<SessionView, 'session' | 'pid'>;
  readonly task: TaskRecord;
  /** Of this task, oldest first. */
  readonly events: readonly SessionEvent[];
  /** Path of its last log as a person would type it; null when it printed nothing. */
  readonly log: string | null;
}

const LONGEST_TEXT = 300;

/** Everything that is known about why a task is as it is. */
export function explainTask(
  { view: { session, pid }, task, events, log }: TaskStory,
  layout: Pick<ReportLayout, 'now' | 'width' | 'paint'>,
): string {
  const { paint, width } = layout;
  const isLive = pid !== null;
  const { mark, word, style } = TASK_LOOKS[shownStatus(task, isLive)];
  const stage = session.stages[task.stage]?.name ?? '';
  const what = [task.type, task.mode ?? '', task.name === task.id ? '' : `"${task.name}"`].filter(Boolean).join(' · ');
  const facts: [label: string, value: string | null][] = [
    ['session', session.id],
    ['task', what],
    ['stage', session.workflow.kind === 'stages' ? stage : null],
    ['took', taskFacts(task, { now: layout.now, isLive }) || null],
    ['why', whyOf(task, session.tasks, isLive)],
    ['hint', task.failure?.hint ?? null],
    ['log', log],
  ];
  const happened = events.flatMap((event) => {
    const words = eventWords(event);
    if (words === null) return [];
    const time = `  ${clockTime(event)}  `;
    return width < NARROW ? wrap(`${time}${plainText(words)}`, width, 4) : hang(time, plainText(words), width);
  });
  return [
    ...wrap(paint[style](`${mark} ${plainText(task.id)}  ${word}`), width, 2),
    ...facts.flatMap(([label, value]) => (value ? labelled(label, plainText(value), layout) : [])),
    ...(happened.length > 0 ? ['', paint.dim('What happened:'), ...happened] : []),
  ].join('\n');
}

function whyOf(task: TaskRecord, tasks: ReadonlyMap<string, TaskRecord>, isLive: boolean): string | null {
  switch (task.status) {
    case 'SKIPPED':
      return task.skipped ? skipStory(task.skipped, tasks) : null;
    case 'FAILED':
    case 'CANCELLED':
      return task.failure ? `${task.failure.message}\n(reason: ${task.failure.reason})` : null;
    case 'WAITING_FOR_USER':
      return `It asks: ${task.question ?? ''}`;
    case 'RUNNING':
      return isLive ? null : 'The process that ran it is gone.';
    case 'PENDING':
      return isLive
        ? 'Tasks before it are not over, or too many run already.'
        : 'Its turn had not come when the session ended.';
    case 'DONE':
      return null;
  }
}

function skipStory(because: NonNullable<TaskRecord['skipped']>, tasks: ReadonlyMap<string, TaskRecord>): string {
  if (because.kind === 'when') {
    const values = Object.entries(because.values).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
    return [`Its condition is false: when ${because.expression}`, ...values].join('\n');
  }
  const lines = Object.entries(because.dependencies).map(([id, status]) => {
    const upstream = tasks.get(id);
    const detail = upstream?.failure?.message ?? (upstream?.skipped ? skipWords(upstream.skipped) : '');
    return `${id} is ${status}${detail ? `: ${shorten(detail, LONGEST_TEXT)}` : ''}`;
  });
  return [`Its trigger_rule ${because.rule} does not hold:`, ...lines].join('\n');
}

/** One event in words; null for those that explain nothing. */
function eventWords(event: SessionEvent): string | null {
  switch (event.type) {
    case 'task.started':
      return `attempt ${event.attempt} started`;
    case 'task.launched':
      return `process ${event.pid}: ${shorten(event.command, LONGEST_TEXT)}`;
    case 'task.retried':
      return `attempt ${event.attempt} failed (${event.reason}): ${shorten(event.message, LONGEST_TEXT)} Retry in ${duration(event.delayMs)}.`;
    case 'task.waiting':
      return `asked: ${shorten(event.question, LONGEST_TEXT)}`;
    case 'task.answered':
      return `${event.decision === 'approve' ? 'approved' : 'rejected'}${event.message ? `: ${shorten(event.message, LONGEST_TEXT)}` : ''}`;
    case 'task.input-sent':
      return `input: ${shorten(event.text, LONGEST_TEXT)}`;
    case 'task.invalidated':
      return `has to run again: ${shorten(event.because, LONGEST_TEXT)}`;
    case 'task.skipped':
      return `skipped: ${shorten(skipWords(event.because), LONGEST_TEXT)}`;
    case 'task.finished':
      return finishedWords(event);
    case 'session.warned':
      return `warning: ${shorten(event.message, LONGEST_TEXT)}`;
    case 'task.reported':
      return event.event.type === 'rate-limit' ? `the agent is rate-limited: ${event.event.message}` : null;
    default:
      return null;
  }
}

function finishedWords({
  status,
  attempt,
  exitCode,
  failure,
}: Extract<SessionEvent, { type: 'task.finished' }>): string {
  const code = exitCode === null ? '' : ` with exit code ${exitCode}`;
  const why = failure ? ` (${failure.reason}): ${shorten(failure.message, LONGEST_TEXT)}` : '';
  return `attempt ${attempt} ${TASK_LOOKS[status].word}${code}${why}`;
}
