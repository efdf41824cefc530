import type { TaskStatus } from '@agentflow/core';
import { TASK_LOOKS } from '../../sessions/session-words.js';
import type { Progress, StageCounts } from './progress.js';

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

/** One row for each stage while there is room; otherwise those that are over, and those to come, share a row. */
export function stageRows(
  progress: Progress,
  { room, mustShow }: { room: number; mustShow: ReadonlySet<number> },
): StageRow[] {
  const all = progress.stages.map((_, index) => index);
  if (all.length <= room) return all.map((index) => single(progress, index));
  const shown = new Set(mustShow);
  const wanted = all.filter((index) => !shown.has(index) && isActive(progress.stages[index] as StageCounts));
  // Each shown stage may split the rest into one more group.
  for (const index of wanted) if (shown.size * 2 + 1 < room) shown.add(index);
  return group(progress, all, shown).slice(0, Math.max(1, room));
}

function group(progress: Progress, all: readonly number[], shown: ReadonlySet<number>): StageRow[] {
  const rows: StageRow[] = [];
  let quiet: number[] = [];
  const endQuiet = () => {
    const [only, ...others] = quiet;
    if (only !== undefined) rows.push(others.length === 0 ? single(progress, only) : several(progress, quiet));
    quiet = [];
  };
  for (const index of all) {
    if (!shown.has(index)) {
      quiet.push(index);
      continue;
    }
    endQuiet();
    rows.push(single(progress, index));
  }
  endQuiet();
  return rows;
}

function single({ session, stages }: Progress, index: number): StageRow {
  const counts = stages[index] as StageCounts;
  return { index, name: session?.stages[index]?.name ?? '', ...summary(counts) };
}

function several({ stages }: Progress, indexes: readonly number[]): StageRow {
  const sum = { ...(stages[indexes[0] as number] as StageCounts) };
  for (const index of indexes.slice(1)) {
    const counts = stages[index] as StageCounts;
    for (const status of Object.keys(sum) as TaskStatus[]) sum[status] += counts[status];
  }
  return { index: undefined, name: `${indexes.length} stages`, ...summary(sum) };
}

function summary(counts: StageCounts): Pick<StageRow, 'look' | 'counts' | 'marks'> {
  return { look: lookOf(counts), counts: countWords(counts), marks: countMarks(counts) };
}

function isActive(counts: StageCounts): boolean {
  return counts.RUNNING + counts.WAITING_FOR_USER + counts.FAILED > 0;
}

/** A stage looks like what matters most in it. */
function lookOf(counts: StageCounts): TaskStatus {
  if (counts.FAILED > 0) return 'FAILED';
  if (counts.RUNNING > 0) return 'RUNNING';
  if (counts.WAITING_FOR_USER > 0) return 'WAITING_FOR_USER';
  if (counts.CANCELLED > 0) return 'CANCELLED';
  if (counts.PENDING > 0) return counts.DONE + counts.SKIPPED > 0 ? 'RUNNING' : 'PENDING';
  return counts.DONE === 0 && counts.SKIPPED > 0 ? 'SKIPPED' : 'DONE';
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
