import { type Paint, type TaskStatus, textWidth } from '@agentflow/core';
import { TASK_LOOKS } from '../../sessions/session-words.js';
import { plainText } from '../../sessions/text-layout.js';
import { usageWords } from '../words.js';
import { fit, fitMiddle, pad } from './fit-text.js';
import type { Progress } from './progress.js';
import { type StageRow, stageRows } from './stage-rows.js';
import { chooseTasks, type ShownTask } from './task-window.js';

export interface FrameOptions {
  readonly columns: number;
  /** The most lines it may have. */
  readonly rows: number;
  readonly now: number;
  readonly paint: Paint;
  /** What a stage looks like. */
  readonly look: (stage: number) => TaskStatus;
  /** Counts up with the time; moves what is running. */
  readonly tick: number;
  /** The last line of a task's output. */
  readonly lastLine: (id: string, attempt: number) => string;
  /** The task that keys act on. */
  readonly chosen?: string | undefined;
  /** What keys do now. */
  readonly keys?: readonly string[] | undefined;
  /** The session is over: the title comes with the words that follow. */
  readonly isFinal?: boolean;
}

const NARROW = 40;
const WIDEST_NAME = 24;
/** From so many rows on, one may stay empty. */
const ROOMY = 16;

/** The progress of a session in lines that fit a terminal: a title, the stages, below them what runs, waits or failed. */
export function frame(progress: Progress, options: FrameOptions): string[] {
  const { rows, keys = [], isFinal = false } = options;
  const head = rows >= 4 && !isFinal ? [titleLine(progress, options)] : [];
  const foot = rows >= 6 && keys.length > 0 ? keyLines(keys, options) : [];
  if (rows >= ROOMY && foot.length > 0) foot.unshift('');
  const room = Math.max(1, rows - head.length - foot.length);
  const tasks = chooseTasks(progress, { room, chosen: options.chosen });
  const mustShow = new Set(tasks.shown.map((task) => task.stage));
  const stages = stageRows({ progress, look: options.look }, { room: room - tasks.lines, mustShow });
  const nameWidth = widestName(stages, tasks.shown, options.columns);
  const widths = { name: nameWidth, time: Math.max(0, ...tasks.shown.map((task) => timeOf(task, options).length)) };
  const lastShown = tasks.shown.at(-1)?.stage;
  const more = tasks.hidden === 0 ? [] : [options.paint.dim(fit(moreWords(tasks.hidden), options.columns - 1))];
  const body = stages.flatMap((stage) => [
    stageLine(stage, nameWidth, options),
    ...tasks.shown.filter((task) => task.stage === stage.index).map((task) => taskLine(task, widths, options)),
    ...(stage.index !== undefined && stage.index === lastShown ? more : []),
  ]);
  return [...head, ...body.slice(0, room), ...foot];
}

/** How far it is, and what it cost; where there is no room, the name and the first of these. */
function titleLine({ session, stages, unknownUsage }: Progress, { columns, now, paint }: FrameOptions): string {
  if (!session) return '';
  const name = fit(plainText(session.workflow.name), columns - 1);
  const done = stages.reduce((sum, counts) => sum + counts.DONE, 0);
  const facts = [
    elapsed(now - Date.parse(session.startedAt)),
    `${done.toLocaleString('en-US')} of ${session.tasks.size.toLocaleString('en-US')} done`,
    ...[usageWords(session.usage, unknownUsage)].filter(Boolean),
  ];
  const room = columns - textWidth(name) - 3;
  while (facts.length > 0 && textWidth(facts.join(' · ')) > room) facts.pop();
  return facts.length === 0 ? paint.place(name) : `${paint.place(name)}  ${paint.dim(facts.join(' · '))}`;
}

function moreWords(hidden: number): string {
  return `  … ${hidden.toLocaleString('en-US')} more`;
}

const SPINNER = ['◐', '◓', '◑', '◒'];

function stageLine(stage: StageRow, nameWidth: number, options: FrameOptions): string {
  const { columns, paint, tick } = options;
  const look = TASK_LOOKS[stage.look];
  const mark = stage.look === 'RUNNING' ? (SPINNER[tick % SPINNER.length] as string) : look.mark;
  const name = pad(plainText(stage.name), nameWidth + 2);
  const room = columns - nameWidth - 7;
  const hasRoom = columns >= NARROW && textWidth(stage.counts) <= room;
  const counts = hasRoom ? stage.counts : fit(stage.marks, room);
  return `${paint[look.style](mark)} ${paint.place(fit(name, columns - 3))}${counts ? `  ${paint.dim(counts)}` : ''}`.trimEnd();
}

/** How long it has run, or ran. */
function timeOf({ startedAt, finishedAt }: ShownTask, { now }: FrameOptions): string {
  return startedAt === undefined ? '' : elapsed((finishedAt ?? now) - startedAt);
}

function taskLine(task: ShownTask, widths: { name: number; time: number }, options: FrameOptions): string {
  const { columns, paint, chosen, lastLine } = options;
  const look = TASK_LOOKS[task.status];
  const pointer = task.id === chosen ? '❯' : ' ';
  const name = pad(fitMiddle(plainText(task.id), widths.name), widths.name);
  const time = timeOf(task, options).padStart(widths.time);
  const words = plainText(task.words ?? (task.attempt ? lastLine(task.id, task.attempt) : '')).replace(/\s+/g, ' ');
  const room = columns - widths.name - 6;
  const detail = columns < NARROW ? words || time : [time, words].filter(Boolean).join('  ');
  const style = task.status === 'RUNNING' ? paint.dim : paint[look.style];
  return `${paint.place(pointer)} ${paint[look.style](look.mark)} ${name}  ${style(fit(detail, room - 1))}`.trimEnd();
}

function keyLines(keys: readonly string[], { columns, rows, paint }: FrameOptions): string[] {
  const wanted = keys.join(' · ');
  const lines = textWidth(wanted) <= columns - 1 ? [wanted] : wrapKeys(keys, columns - 1);
  return lines.slice(0, Math.max(1, Math.floor(rows / 3))).map((line) => paint.dim(fit(line, columns - 1)));
}

/** Each key in the first line with room for it. */
function wrapKeys(keys: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  for (const key of keys) {
    const place = lines.findIndex((line) => textWidth(`${line} · ${key}`) <= columns);
    if (place < 0) lines.push(key);
    else lines[place] += ` · ${key}`;
  }
  return lines;
}

function widestName(stages: readonly StageRow[], tasks: readonly ShownTask[], columns: number): number {
  const widths = [...stages.map(({ name }) => textWidth(name) - 2), ...tasks.map(({ id }) => textWidth(id))];
  const most = columns < NARROW ? Math.max(4, Math.floor(columns / 2) - 5) : WIDEST_NAME;
  return Math.max(0, Math.min(most, Math.max(0, ...widths)));
}

/** 7 s, 3:20, 1:04:09. */
function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const pair = (number: number) => String(number).padStart(2, '0');
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  return hours === 0 ? `${minutes}:${pair(seconds % 60)}` : `${hours}:${pair(minutes % 60)}:${pair(seconds % 60)}`;
}
