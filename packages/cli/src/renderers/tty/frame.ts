import type { Paint } from '@agentflow/core';
import { TASK_LOOKS } from '../../sessions/session-words.js';
import { plainText } from '../../sessions/text-layout.js';
import { usageWords } from '../words.js';
import type { Progress } from './progress.js';
import { type StageRow, stageRows } from './stage-rows.js';
import { chooseTasks, type ShownTask } from './task-window.js';
import { fit, pad, textWidth } from './text-width.js';

export interface FrameOptions {
  readonly columns: number;
  /** The most lines it may have. */
  readonly rows: number;
  readonly now: number;
  readonly paint: Paint;
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

/** The progress of a session in lines that fit a terminal: a title, the stages, below them what runs, waits or failed. */
export function frame(progress: Progress, options: FrameOptions): string[] {
  const { rows, keys = [], isFinal = false } = options;
  const head = rows >= 4 && !isFinal ? [titleLine(progress, options)] : [];
  const foot = rows >= 6 && keys.length > 0 ? keyLines(keys, options) : [];
  const room = Math.max(1, rows - head.length - foot.length);
  const tasks = chooseTasks(progress, { room: Math.max(0, room - Math.min(progress.stages.length, 3)), ...options });
  const stages = stageRows(progress, { room: room - tasks.lines, mustShow: new Set(tasks.shown.map((t) => t.stage)) });
  const nameWidth = widestName(stages, tasks.shown, options.columns);
  const body = stages.flatMap((stage) => [
    stageLine(stage, nameWidth, options),
    ...tasks.shown.filter((task) => task.stage === stage.index).map((task) => taskLine(task, nameWidth, options)),
  ]);
  const more =
    tasks.hidden === 0 ? [] : [options.paint.dim(fit(`  … ${tasks.hidden} more tasks`, options.columns - 1))];
  return [...head, ...[...body, ...more].slice(0, room), ...foot];
}

function titleLine({ session }: Progress, { columns, now, paint }: FrameOptions): string {
  if (!session) return '';
  const facts = [elapsed(now - Date.parse(session.startedAt)), usageWords(session.usage)].filter(Boolean).join(' · ');
  const name = fit(plainText(session.workflow.name), columns - 1);
  const left = columns - textWidth(name) - textWidth(facts) - 2;
  if (left < 0) return paint.place(name);
  return `${paint.place(name)}  ${paint.dim(facts)}`;
}

const SPINNER = ['◐', '◓', '◑', '◒'];

function stageLine(stage: StageRow, nameWidth: number, options: FrameOptions): string {
  const { columns, paint, tick } = options;
  const look = TASK_LOOKS[stage.look];
  const mark = stage.look === 'RUNNING' ? (SPINNER[tick % SPINNER.length] as string) : look.mark;
  const name = pad(plainText(stage.name), nameWidth + 2);
  const counts = fit(columns < NARROW ? stage.marks : stage.counts, columns - nameWidth - 7);
  return `${paint[look.style](mark)} ${paint.place(fit(name, columns - 3))}${counts ? `  ${paint.dim(counts)}` : ''}`.trimEnd();
}

function taskLine(task: ShownTask, nameWidth: number, options: FrameOptions): string {
  const { columns, paint, chosen, now, lastLine } = options;
  const look = TASK_LOOKS[task.status];
  const pointer = task.id === chosen ? '❯' : ' ';
  const name = pad(plainText(task.id), nameWidth);
  const time = task.startedAt === undefined ? '' : elapsed(now - task.startedAt);
  const words = plainText(task.words ?? (task.attempt ? lastLine(task.id, task.attempt) : '')).replace(/\s+/g, ' ');
  const room = columns - nameWidth - 6;
  const detail = columns < NARROW ? words || time : [time, words].filter(Boolean).join('  ');
  const style = task.status === 'RUNNING' ? paint.dim : paint[look.style];
  return `${paint.place(pointer)} ${paint[look.style](look.mark)} ${name}  ${style(fit(detail, room - 1))}`.trimEnd();
}

function keyLines(keys: readonly string[], { columns, rows, paint }: FrameOptions): string[] {
  const wanted = keys.join(' · ');
  const lines = textWidth(wanted) <= columns - 1 ? [wanted] : wrapKeys(keys, columns - 1);
  return lines.slice(0, Math.max(1, Math.floor(rows / 3))).map((line) => paint.dim(fit(line, columns - 1)));
}

function wrapKeys(keys: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  for (const key of keys) {
    const last = lines.at(-1);
    const joined = `${last} · ${key}`;
    if (last !== undefined && textWidth(joined) <= columns) lines[lines.length - 1] = joined;
    else lines.push(key);
  }
  return lines;
}

function widestName(stages: readonly StageRow[], tasks: readonly ShownTask[], columns: number): number {
  const widths = [...stages.map(({ name }) => textWidth(name) - 2), ...tasks.map(({ id }) => textWidth(id))];
  const most = columns < NARROW ? Math.max(4, Math.floor(columns / 2) - 4) : WIDEST_NAME;
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
