import { relative } from 'node:path';
import type { Paint, TaskRecord, TaskStatus, WorkflowSession } from '@agentflow/core';
import { lastLines } from './renderers/last-lines.js';
import type { LogPlaces } from './renderers/renderer.js';
import { duration, usageWords } from './renderers/words.js';
import { projectFlag } from './sessions/project-flag.js';
import { NARROW, plainLine, plainText, wrap } from './sessions/text-layout.js';

const SHOWN_FAILURES = 3;
const SHOWN_LINES = 20;

interface ClosingPlace {
  readonly logs: LogPlaces;
  /** The project of the session. */
  readonly folder: string;
  readonly paint: Paint;
  /** Of the terminal, which would break lines within words. */
  readonly width: number;
}

/** The end of a run in a few lines: what came of it, why it failed, and what to type next. */
export function closingWords(session: WorkflowSession, place: ClosingPlace): string {
  const failures = [...session.tasks.values()].filter(({ status }) => status === 'FAILED');
  return [
    ...failures.slice(0, SHOWN_FAILURES).map((task) => failureWords(task, place)),
    ...(failures.length > SHOWN_FAILURES ? [`… and ${failures.length - SHOWN_FAILURES} more failed\n`] : []),
    headline(session, place),
    ...nextSteps(session, place),
  ].join('\n');
}

function headline(session: WorkflowSession, { paint, width }: ClosingPlace): string {
  const { workflow, status, reason, startedAt, finishedAt, usage, unknownUsage } = session;
  const took = duration(Date.parse(finishedAt ?? session.updatedAt) - Date.parse(startedAt));
  const style = status === 'DONE' ? paint.good : status === 'FAILED' ? paint.error : paint.warning;
  const mark = status === 'DONE' ? '✓' : status === 'FAILED' ? '✗' : '■';
  const facts = [counts(session), took, usageWords(usage, unknownUsage)].filter(Boolean).join(' · ');
  const why = reason && status !== 'DONE' ? `\n  ${indented(reason)}` : '';
  return wrapped(`${style(`${mark} ${plainLine(workflow.name)} ${status.toLowerCase()}`)}  ${facts}${why}`, width, 2);
}

const COUNTED: readonly TaskStatus[] = ['DONE', 'FAILED', 'SKIPPED', 'CANCELLED', 'WAITING_FOR_USER', 'PENDING'];

function counts({ tasks }: WorkflowSession): string {
  const all = [...tasks.values()];
  return COUNTED.flatMap((status) => {
    const count = all.filter((task) => task.status === status).length;
    return count === 0 ? [] : [`${count} ${status === 'WAITING_FOR_USER' ? 'waiting' : status.toLowerCase()}`];
  }).join(', ');
}

function failureWords(task: TaskRecord, { logs, paint, width }: ClosingPlace): string {
  const { id, failure, attempt } = task;
  const log = logs.logFile(id, attempt);
  const logged = lastLines(log, SHOWN_LINES);
  const lines = logged.filter((line) => isTelling(line, task));
  return [
    wrapped(`${paint.error(`✗ ${id} failed:`)} ${indented(failure?.message ?? 'for an unknown reason.')}`, width, 2),
    ...(failure?.hint ? [wrapped(`  ${paint.dim('hint:')} ${indented(failure.hint)}`, width, 4)] : []),
    ...lines.map((line) => `  ${paint.dim('│')} ${line}`),
    ...(logged.length > 0 ? [`  ${paint.dim('log:')} ${relative(process.cwd(), log)}`] : []),
    '',
  ].join('\n');
}

/**
 * A headless agent prints events for its adapter, and traces of its own code: nothing more where the adapter knew
 * the failure and what to do, and never the events.
 */
function isTelling(line: string, { mode, failure }: TaskRecord): boolean {
  return mode !== 'headless' || (failure?.hint === undefined && !line.startsWith('{"type":"'));
}

function nextSteps({ id, status, tasks }: WorkflowSession, { folder, width }: ClosingPlace): string[] {
  const target = `${id}${projectFlag(folder)}`;
  if (status === 'DONE' || status === 'CANCELLED') return [];
  const has = (wanted: TaskStatus) => [...tasks.values()].some((task) => task.status === wanted);
  const steps = [
    ...(has('WAITING_FOR_USER')
      ? [`  answer:   agentflow approve ${target}`, `  or:       agentflow reject ${target}`]
      : []),
    ...(status === 'PAUSED' ? [] : [`  continue: agentflow resume ${target}`]),
    ...(has('FAILED') ? [`  details:  agentflow status ${target}`] : []),
  ];
  // Elsewhere a command stays one line, to be copied.
  return width < NARROW ? steps.map((step) => wrapped(step, width, 4)) : steps;
}

/** Each line of a text broken between words where it does not fit. */
function wrapped(text: string, width: number, indent: number): string {
  return text
    .split('\n')
    .flatMap((line) => wrap(line, width, indent))
    .join('\n');
}

/** A text of others that cannot be taken for lines of ours. */
function indented(text: string): string {
  return plainText(text).replaceAll('\n', '\n  ');
}
