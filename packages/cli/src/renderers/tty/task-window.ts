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
  /** How many run or wait that have no line. */
  readonly hidden: number;
  readonly lines: number;
}

/** Chooses the tasks that get a line: the chosen one, those that wait, the last that failed, those that run longest. */
export function chooseTasks(
  progress: Progress,
  { room, chosen }: { room: number; chosen?: string | undefined },
): TaskWindow {
  const active = [...progress.active.values()];
  const waiting = active.filter(({ status }) => status === 'WAITING_FOR_USER').map(activeLine);
  const running = active.filter(({ status }) => status === 'RUNNING').map(activeLine);
  const failed = [...progress.failed.values()].reverse().map(failedLine);
  const ranked = [...waiting, ...failed.slice(0, Math.max(1, Math.floor(room / 3))), ...running];
  const first = ranked.filter(({ id }) => id === chosen);
  const ordered = [...first, ...ranked.filter(({ id }) => id !== chosen)];
  const fits = ordered.length <= room;
  const shown = ordered.slice(0, fits ? room : Math.max(0, room - 1));
  const hidden = active.length - shown.filter(({ status }) => status !== 'FAILED').length;
  return { shown: inOrder(shown, progress), hidden, lines: shown.length + (hidden > 0 ? 1 : 0) };
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
