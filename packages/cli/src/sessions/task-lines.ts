import type { Paint, TaskRecord } from '@agentflow/core';
import { count } from '../columns.js';
import { duration, shorten, skipWords, usageWords } from '../renderers/words.js';
import { type ShownStatus, TASK_LOOKS } from './session-words.js';
import { paragraph, plainText, wrap } from './text-layout.js';

export interface TaskLayout {
  readonly now: Date;
  readonly width: number;
  readonly paint: Paint;
  /** Whether a process runs the session. */
  readonly isLive: boolean;
  /** Room for the ids, so that what follows is aligned. */
  readonly idWidth: number;
}

const DETAIL_INDENT = 4;
const MOST_DETAIL_LINES = 6;
const LONGEST_SKIP = 200;

/** A task in one line, and below it what a person needs to know about it. */
export function taskLines(task: TaskRecord, layout: TaskLayout): string[] {
  const { paint, width, idWidth } = layout;
  const { mark, word, style } = TASK_LOOKS[shownStatus(task, layout.isLive)];
  const facts = taskFacts(task, layout);
  const status = facts === '' ? word : word.padEnd(9);
  const line = `${paint[style](mark)} ${plainText(task.id).padEnd(idWidth)}  ${paint[style](status)}`;
  return [...wrap(facts === '' ? line : `${line}  ${facts}`, width, DETAIL_INDENT), ...details(task, layout)];
}

/** How a task is shown: one that was running when its process went away did not end. */
export function shownStatus({ status }: TaskRecord, isLive: boolean): ShownStatus {
  return status === 'RUNNING' && !isLive ? 'INTERRUPTED' : status;
}

/** Duration, attempts, exit code and usage, as far as there is something to say. */
export function taskFacts(task: TaskRecord, { now, isLive }: Pick<TaskLayout, 'now' | 'isLive'>): string {
  return [
    timeOf(task, now, isLive),
    task.attempt > 1 ? count(task.attempt, 'attempt') : '',
    task.exitCode ? `exit code ${task.exitCode}` : '',
    task.usage ? usageWords(task.usage, task.unknownUsage) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

function timeOf({ status, startedAt, finishedAt }: TaskRecord, now: Date, isLive: boolean): string {
  if (startedAt === null || status === 'SKIPPED') return '';
  if (finishedAt === null && !isLive) return '';
  const end = finishedAt === null ? now.getTime() : Date.parse(finishedAt);
  return duration(end - Date.parse(startedAt));
}

function details(
  { failure, skipped, question, status, answers = [] }: TaskRecord,
  { paint, width }: TaskLayout,
): string[] {
  const lines = (text: string) => paragraph(plainText(text), width, DETAIL_INDENT);
  if (status === 'SKIPPED' && skipped) return lines(shorten(skipWords(skipped), LONGEST_SKIP)).map(paint.dim);
  const [answer] = answers;
  if (answer) return atMost(lines(`answered: ${[answer.decision, answer.message].filter(Boolean).join(', ')}`));
  if (status === 'WAITING_FOR_USER' && question !== undefined) return atMost(lines(`asks: ${question}`));
  if (!failure || (status !== 'FAILED' && status !== 'CANCELLED')) return [];
  return [
    ...atMost(lines(failure.message)),
    ...(failure.hint === undefined ? [] : lines(`hint: ${failure.hint}`).map(paint.dim)),
  ];
}

function atMost(lines: string[]): string[] {
  if (lines.length <= MOST_DETAIL_LINES) return lines;
  return [...lines.slice(0, MOST_DETAIL_LINES), `${' '.repeat(DETAIL_INDENT)}…`];
}
