import type { TaskStatus } from '@agentflow/core';
import { TASK_LOOKS } from '../../sessions/session-words.js';
import { lookOf, noTasks, type Progress, type StageCounts } from './progress.js';

export interface StageRow {
  /** Undefined for several stages in one row. */
  readonly index: number | undefined;
  readonly name: string;
  readonly look: TaskStatus;
  /** `3 done, 1 running`. */
  readonly counts: string;
  /** The same where there is no room for words: `✓3 ●1`. */
  readonly marks: string;
}

/** Stages as they are shown. */
export interface ShownStages {
  readonly progress: Progress;
  readonly look: (stage: number) => TaskStatus;
}

/** One row for each stage while there is room; otherwise those that are over, and those to come, share a row. */
export function stageRows(
  stages: ShownStages,
  { room, mustShow }: { room: number; mustShow: ReadonlySet<number> },
): StageRow[] {
  const { progress } = stages;
  const all = progress.stages.map((_, index) => index);
  if (all.length <= room) return all.map((index) => single(stages, index));
  const shown = new Set(mustShow);
  const wanted = all.filter((index) => !shown.has(index) && isActive(progress.stages[index] as StageCounts));
  // Each shown stage may split the rest into one more group.
  for (const index of wanted) if (shown.size * 2 + 1 < room) shown.add(index);
  return fitting(group(stages, all, shown), { room: Math.max(1, room), shown });
}

/** Where not all have room, stages with nothing to see go first. */
function fitting(rows: StageRow[], { room, shown }: { room: number; shown: ReadonlySet<number> }): StageRow[] {
  const quiet = rows.filter(({ index }) => index === undefined || !shown.has(index)).reverse();
  const left = new Set(quiet.slice(0, Math.max(0, rows.length - room)));
  return rows.filter((row) => !left.has(row)).slice(0, room);
}

function group(stages: ShownStages, all: readonly number[], shown: ReadonlySet<number>): StageRow[] {
  const rows: StageRow[] = [];
  let quiet: number[] = [];
  const endQuiet = () => {
    const [only, ...others] = quiet;
    if (only !== undefined) rows.push(others.length === 0 ? single(stages, only) : several(stages, quiet));
    quiet = [];
  };
  for (const index of all) {
    if (!shown.has(index)) {
      quiet.push(index);
      continue;
    }
    endQuiet();
    rows.push(single(stages, index));
  }
  endQuiet();
  return rows;
}

function single({ progress: { session, stages }, look }: ShownStages, index: number): StageRow {
  const name = session?.stages[index]?.name ?? '';
  return { index, name, look: look(index), ...summary(stages[index] as StageCounts) };
}

function several({ progress: { stages }, look }: ShownStages, indexes: readonly number[]): StageRow {
  const [sum, looks] = [noTasks(), noTasks()];
  for (const index of indexes) {
    const counts = stages[index] as StageCounts;
    for (const status of Object.keys(sum) as TaskStatus[]) sum[status] += counts[status];
    looks[look(index)] += 1;
  }
  return { index: undefined, name: `${indexes.length} stages`, look: lookOf(looks), ...summary(sum) };
}

function summary(counts: StageCounts): Pick<StageRow, 'counts' | 'marks'> {
  return { counts: countWords(counts), marks: countMarks(counts) };
}

function isActive(counts: StageCounts): boolean {
  return counts.RUNNING + counts.WAITING_FOR_USER + counts.FAILED > 0;
}

const ORDER: readonly TaskStatus[] = [
  'FAILED',
  'WAITING_FOR_USER',
  'RUNNING',
  'DONE',
  'SKIPPED',
  'CANCELLED',
  'PENDING',
];

function countWords(counts: StageCounts): string {
  const words = ORDER.filter((status) => counts[status] > 0).map(
    (status) => `${counts[status].toLocaleString('en-US')} ${TASK_LOOKS[status].word}`,
  );
  return words.join(', ') || 'no tasks';
}

function countMarks(counts: StageCounts): string {
  return ORDER.filter((status) => counts[status] > 0)
    .map((status) => `${TASK_LOOKS[status].mark}${counts[status]}`)
    .join(' ');
}
