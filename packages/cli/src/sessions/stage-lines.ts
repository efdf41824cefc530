import { isOver, type StageRecord, type TaskRecord, type WorkflowSession } from '@agentflow/core';
import { type ShownStatus, TASK_LOOKS } from './session-words.js';
import { shownStatus, type TaskLayout, taskLines } from './task-lines.js';
import { plainText, wrap } from './text-layout.js';

/** From this many tasks on only those are shown that somebody may want to look at. */
const MANY_TASKS = 40;
const MOST_SHOWN = 30;
const LAST_FINISHED = 3;
const WIDEST_ID = 28;

/** The stages with their tasks. Of a long session: counts, what runs, waits or failed, and what ended last. */
export function stageLines(
  session: WorkflowSession,
  { all, ...layout }: Omit<TaskLayout, 'idWidth'> & { all: boolean },
): string[] {
  const shown = all || session.tasks.size <= MANY_TASKS ? new Set(session.tasks.keys()) : worthALook(session);
  const withHeads =
    session.tasks.size !== shown.size || (session.workflow.kind === 'stages' && session.stages.length > 1);
  const idWidth = Math.min(WIDEST_ID, Math.max(0, ...[...shown].map((id) => id.length)));
  const lines = groups(session, shown).flatMap((group) => [
    ...(withHeads ? headLines(group, layout) : []),
    ...group.tasks.filter(({ id }) => shown.has(id)).flatMap((task) => taskLines(task, { ...layout, idWidth })),
  ]);
  const hidden = session.tasks.size - shown.size;
  return hidden === 0 ? lines : [...lines, layout.paint.dim(`${hidden} tasks not shown; --all shows them.`)];
}

interface Group {
  readonly title: string;
  readonly tasks: readonly TaskRecord[];
}

/** One for each stage; stages next to each other of which nothing is shown are one together. */
function groups(session: WorkflowSession, shown: ReadonlySet<string>): Group[] {
  const result: Group[] = [];
  let quiet: { readonly stages: StageRecord[]; readonly tasks: TaskRecord[] } = { stages: [], tasks: [] };
  const endQuiet = () => {
    const [first, ...others] = quiet.stages;
    if (first)
      result.push({ title: others.length === 0 ? first.name : `${quiet.stages.length} stages`, tasks: quiet.tasks });
    quiet = { stages: [], tasks: [] };
  };
  for (const stage of session.stages) {
    const tasks = stage.taskIds.flatMap((id) => session.tasks.get(id) ?? []);
    if (tasks.some(({ id }) => shown.has(id))) {
      endQuiet();
      result.push({ title: stage.name, tasks });
    } else {
      quiet.stages.push(stage);
      quiet.tasks.push(...tasks);
    }
  }
  endQuiet();
  return result;
}

function headLines({ title, tasks }: Group, { paint, width, isLive }: Omit<TaskLayout, 'idWidth'>): string[] {
  return wrap(`${paint.place(plainText(title))}  ${paint.dim(countWords(tasks, isLive))}`, width, 2);
}

const COUNTED: readonly ShownStatus[] = [
  'DONE',
  'FAILED',
  'RUNNING',
  'INTERRUPTED',
  'WAITING_FOR_USER',
  'SKIPPED',
  'CANCELLED',
  'PENDING',
];

/** `3 done, 1 failed`. */
function countWords(tasks: readonly TaskRecord[], isLive: boolean): string {
  const counts = new Map<ShownStatus, number>();
  for (const task of tasks) {
    const status = shownStatus(task, isLive);
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  const words = COUNTED.filter((status) => counts.has(status)).map(
    (status) => `${counts.get(status)} ${TASK_LOOKS[status].word}`,
  );
  return words.join(', ') || 'no tasks';
}

function worthALook({ tasks }: WorkflowSession): Set<string> {
  const all = [...tasks.values()];
  const urgent = all.filter(({ status }) => ['RUNNING', 'WAITING_FOR_USER', 'FAILED'].includes(status));
  const ended = all.filter(({ status, startedAt }) => isOver(status) && startedAt !== null);
  const last = ended.sort((a, b) => ((a.finishedAt ?? '') < (b.finishedAt ?? '') ? 1 : -1)).slice(0, LAST_FINISHED);
  return new Set([...urgent.slice(0, MOST_SHOWN), ...last].map(({ id }) => id));
}
