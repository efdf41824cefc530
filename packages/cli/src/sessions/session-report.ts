import type { Paint, SessionView } from '@agentflow/core';
import { usageWords } from '../renderers/words.js';
import { nextSteps } from './next-steps.js';
import { projectFlag } from './project-flag.js';
import { age, localTime, SESSION_LOOKS, took } from './session-words.js';
import { stageLines } from './stage-lines.js';
import { hang, NARROW, plainLine, plainText, visibleLength, wrap } from './text-layout.js';

export interface ReportLayout {
  readonly now: Date;
  readonly width: number;
  readonly paint: Paint;
  readonly all: boolean;
  /** The project of the session. */
  readonly folder: string;
}

const LABEL_WIDTH = 10;

/** A session for a person: what it is, how it is, its tasks, and what to type next. */
export function sessionReport(view: Pick<SessionView, 'session' | 'pid' | 'host'>, layout: ReportLayout): string {
  const { session, pid } = view;
  const stages = stageLines(session, { ...layout, isLive: pid !== null });
  return [...headLines(view, layout), '', ...stages, ...nextLines(view, layout)].join('\n');
}

/** `label   value`, broken and indented where it is too long. */
export function labelled(
  label: string,
  value: string,
  { width, paint }: Pick<ReportLayout, 'width' | 'paint'>,
): string[] {
  if (width < NARROW) return wrap(`  ${paint.dim(`${label}:`)} ${value}`, width, 4);
  return hang(`  ${paint.dim(label.padEnd(LABEL_WIDTH))}`, value, width);
}

function headLines(
  { session, pid, host }: Pick<SessionView, 'session' | 'pid' | 'host'>,
  layout: ReportLayout,
): string[] {
  const { paint, width, now } = layout;
  const { mark, word, style } = SESSION_LOOKS[session.status];
  const { startedAt, goal, reason, usage, unknownUsage } = session;
  const started = `${localTime(startedAt)} (${age(startedAt, now)} ago)`;
  const facts: [label: string, value: string | null][] = [
    ['session', session.id],
    ['goal', goal],
    ['reason', reason],
    ['started', started],
    [pid === null ? 'took' : 'so far', took({ ...session, pid }, now)],
    ['process', pid === null ? null : `${pid}${host === null ? '' : ` on ${host}`}`],
    ['cost', usageWords(usage, unknownUsage) || null],
  ];
  return [
    ...wrap(paint[style](`${mark} ${plainLine(session.workflow.name)}  ${word}`), width, 2),
    ...facts.flatMap(([label, value]) => (value === null ? [] : labelled(label, plainText(value), layout))),
  ];
}

function nextLines({ session }: Pick<SessionView, 'session'>, { paint, width, folder }: ReportLayout): string[] {
  const steps = nextSteps(session, projectFlag(folder));
  if (steps.length === 0) return [];
  const longest = Math.max(...steps.map(({ command }) => command.length));
  // A command is never broken, so that it can be copied.
  const lines = steps.map(({ command, why }) => {
    const line = `  ${command.padEnd(longest)}  ${paint.dim(`# ${why}`)}`;
    return visibleLength(line) <= width ? line : `  ${command}`;
  });
  return ['', paint.dim('Next:'), ...lines];
}
