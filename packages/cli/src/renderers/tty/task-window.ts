import type { ActiveTask, FailedTask, Progress } from './progress.js';

/** A task that has a line of its own now. */
export interface ShownTask {
  readonly id: string;
  readonly stage: number;
  readonly status: 'RUNNING' | 'WAITING_FOR_USER' | 'FAILED';
  readonly startedAt?: number;
  /** Only of one that is over. */
  readonly finishedAt?: number;
  readonly attempt?: number;
  /** What is said about it; without, the last line of its output is shown. */
  readonly words?: string;
}

export interface TaskWindow {
  readonly shown: readonly ShownTask[];
  /** How many run or wait that have no line, where there is a line to say so. */
  readonly hidden: number;
  readonly lines: number;
}

/** The rows of stages that are kept: one with a task, what is before it, and what comes after. */
const USUAL_STAGES = 3;

/**
 * Chooses the tasks that get a line: the chosen one, those that wait, the last that failed, those that run longest.
 * The room is for the rows of their stages, too; where it is short, the first of them comes before any other stage.
 */
export function chooseTasks(
  progress: Progress,
  { room, chosen }: { room: number; chosen?: string | undefined },
): TaskWindow {
  const active = [...progress.active.values()];
  const waiting = active.filter(({ status }) => status === 'WAITING_FOR_USER').map(activeLine);
  const running = active.filter(({ status }) => status === 'RUNNING').map(activeLine);
  const failed = [...progress.failed.values()].reverse().map(failedLine);
  const usual = Math.min(progress.stages.length, USUAL_STAGES);
  const ranked = [...waiting, ...failed.slice(0, Math.max(1, Math.floor((room - usual) / 3))), ...running];
  const first = ranked.filter(({ id }) => id === chosen);
  const ordered = [...first, ...ranked.filter(({ id }) => id !== chosen)];
  const [most, fewer] = [fitting(ordered, { room, usual }), fitting(ordered, { room: room - 1, usual })];
  const shown = most.length === ordered.length || fewer.length === 0 ? most : fewer;
  const hidden = active.length - shown.filter(({ status }) => status !== 'FAILED').length;
  const saysHidden = hidden > 0 && shown.length + stagesOf(shown, usual) < room;
  return {
    shown: inOrder(shown, progress),
    hidden: saysHidden ? hidden : 0,
    lines: shown.length + (saysHidden ? 1 : 0),
  };
}

/** The first tasks that have room with their stages; of two rows and more, one is a task's. */
function fitting(tasks: readonly ShownTask[], { room, usual }: { room: number; usual: number }): readonly ShownTask[] {
  let count = Math.min(tasks.length, room >= 2 ? 1 : 0);
  while (count < tasks.length && count + 1 + stagesOf(tasks.slice(0, count + 1), usual) <= room) count += 1;
  return tasks.slice(0, count);
}

function stagesOf(tasks: readonly ShownTask[], usual: number): number {
  return Math.max(usual, new Set(tasks.map(({ stage }) => stage)).size);
}

/** As they started within their stage, so that a line keeps its place while others come and go. */
function inOrder(shown: readonly ShownTask[], { active, failed }: Progress): ShownTask[] {
  const places = new Map([...failed.keys(), ...active.keys()].map((id, place) => [id, place]));
  return [...shown].sort((a, b) => a.stage - b.stage || (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
}

function activeLine({ id, stage, status, startedAt, attempt, question, note, mode }: ActiveTask): ShownTask {
  const words =
    status === 'WAITING_FOR_USER' ? question : (note ?? (mode === 'interactive' ? 'interactive' : undefined));
  return { id, stage, status, startedAt, attempt, ...(words !== undefined && { words }) };
}

function failedLine({ id, stage, startedAt, finishedAt, message }: FailedTask): ShownTask {
  return { id, stage, status: 'FAILED', startedAt, finishedAt, words: message };
}
