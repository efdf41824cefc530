import type { TaskStatus } from '@agentflow/core';
import { Listr, ListrTaskEventType, ListrTaskState, type ListrTaskWrapper } from 'listr2';
import { isStageOver, lookOf, type Progress, type StageCounts } from './progress.js';

/** What draws while a list runs. */
export interface Drawing {
  /** Begins to draw; returns what ends it. */
  start(): () => void;
  /** Draws how the session ended. */
  last(): void;
}

/**
 * The stages of a session as tasks of listr2, which holds the state of each. One more, without a title, is the session
 * itself: the list ends with it, and not with the last stage, which may become active again.
 */
export class StageList {
  readonly #stages: readonly StageTask[];
  readonly #run: Promise<unknown>;
  #close = () => {};

  constructor({ session, stages }: Progress, drawing: Drawing) {
    this.#stages = stages.map((_, index) => new StageTask(() => stages[index] as StageCounts));
    const rows = this.#stages.map((stage, index) => ({
      title: session?.stages[index]?.name ?? '',
      task: (_context: unknown, row: Row) => stage.run(row),
    }));
    const closed = new Promise<void>((resolve) => {
      this.#close = resolve;
    });
    const list = new Listr([...rows, { task: () => closed }], {
      renderer: FrameRenderer,
      rendererOptions: drawing,
      concurrent: true,
      exitOnError: false,
      // Signals are the command's.
      registerSignalListeners: false,
    });
    this.#run = list.run();
  }

  /** To be called when tasks of the stage have changed. */
  follow(stage: number): void {
    this.#stages[stage]?.follow();
  }

  look(stage: number): TaskStatus {
    return this.#stages[stage]?.look ?? 'PENDING';
  }

  /** The session is over, or its run. Resolves after the last drawing. */
  async end(): Promise<void> {
    for (const stage of this.#stages) stage.leave();
    this.#close();
    await this.#run;
  }
}

/** What listr2 calls when it starts and when all has ended. It draws by the clock in between, not at every change. */
class FrameRenderer {
  /** The view is on stderr: whether stdout is a terminal does not matter. */
  static readonly nonTTY = true;
  static rendererOptions: Drawing;
  static rendererTaskOptions: Record<never, never>;
  readonly #drawing: Drawing;
  #stop = () => {};

  constructor(_tasks: unknown, drawing: Drawing) {
    this.#drawing = drawing;
  }

  render(): void {
    this.#stop = this.#drawing.start();
  }

  end(): void {
    this.#stop();
    this.#drawing.last();
  }
}

type Row = ListrTaskWrapper<unknown, typeof FrameRenderer, typeof FrameRenderer>;

/** A stage that is DONE is so for listr2 when its promise has been fulfilled. */
const STATES: Readonly<Record<TaskStatus, ListrTaskState>> = {
  PENDING: ListrTaskState.WAITING,
  RUNNING: ListrTaskState.STARTED,
  WAITING_FOR_USER: ListrTaskState.PROMPT,
  DONE: ListrTaskState.STARTED,
  FAILED: ListrTaskState.FAILED,
  SKIPPED: ListrTaskState.SKIPPED,
  CANCELLED: ListrTaskState.SKIPPED,
};

const LOOKS: Readonly<Partial<Record<ListrTaskState, TaskStatus>>> = {
  [ListrTaskState.STARTED]: 'RUNNING',
  [ListrTaskState.PAUSED]: 'RUNNING',
  [ListrTaskState.PROMPT]: 'WAITING_FOR_USER',
  [ListrTaskState.COMPLETED]: 'DONE',
  [ListrTaskState.FAILED]: 'FAILED',
  [ListrTaskState.SKIPPED]: 'SKIPPED',
};

/** A stage as listr2 runs it: from its present state to its end, and again when it becomes active again. */
class StageTask {
  readonly #counts: () => StageCounts;
  #row: Row | undefined;
  /** Ends the task, while listr2 runs it. */
  #end: ((failure?: Error) => void) | undefined;
  #canRunAgain = false;
  #isLeft = false;

  constructor(counts: () => StageCounts) {
    this.#counts = counts;
  }

  /** What is cancelled is skipped for listr2. */
  get look(): TaskStatus {
    const look = LOOKS[this.#row?.task.state ?? ListrTaskState.WAITING] ?? 'PENDING';
    return look === 'SKIPPED' && this.#counts().CANCELLED > 0 ? 'CANCELLED' : look;
  }

  run(row: Row): Promise<void> {
    this.#row = row;
    row.task.once(ListrTaskEventType.CLOSED, () => {
      this.#canRunAgain = true;
      this.follow();
    });
    return new Promise((resolve, reject) => {
      this.#end = (failure) => (failure ? reject(failure) : resolve());
      this.follow();
    });
  }

  follow(): void {
    const counts = this.#counts();
    const isToRun = !isStageOver(counts) && !this.#isLeft;
    if (this.#end) {
      const look = lookOf(counts);
      this.#show(STATES[look]);
      if (isToRun) return;
      // Only what has ended is COMPLETED.
      if (!isStageOver(counts) && look === 'RUNNING') this.#show(ListrTaskState.PAUSED);
      this.#end(look === 'FAILED' ? new Error('A task failed.') : undefined);
      this.#end = undefined;
    } else if (this.#canRunAgain && isToRun) {
      this.#canRunAgain = false;
      void this.#row?.run({});
    }
  }

  /** The session ends: a stage that is not over stays as it is. */
  leave(): void {
    this.#isLeft = true;
    this.follow();
  }

  #show(state: ListrTaskState): void {
    const task = this.#row?.task;
    if (task && task.state !== state) task.state$ = state;
  }
}
