import type { Paint } from '@agentflow/core';
import { plainLine } from '../../sessions/text-layout.js';
import type { LogPlaces, Renderer } from '../renderer.js';
import { frame } from './frame.js';
import { LastLines } from './last-line.js';
import { type Display, LiveArea } from './live-area.js';
import { Progress } from './progress.js';
import { StageList } from './stage-list.js';

/** What keys do in the progress view, and the task they act on. */
export interface Choice {
  readonly chosen: string | undefined;
  readonly keys: readonly string[];
}

interface TtyRendererParts {
  readonly display: Display;
  readonly paint: Paint;
  readonly clock?: typeof tenTimesASecond;
}

/** Ten ticks a second until the returned function is called. */
export function tenTimesASecond(tick: () => void): () => void {
  const timer = setInterval(tick, 100);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * The progress view: drawn in place, ten times a second at most, however many tasks there are.
 *
 * listr2 runs the stages and calls us to draw them. Its own renderer cannot: it takes stdout and stderr away from
 * everybody until the end, takes the width from stdout and the height from the start, draws at every change of a
 * state, and its cursor guard installs signal handlers.
 */
export class TtyRenderer implements Renderer {
  readonly progress = new Progress();
  readonly #display: Display;
  readonly #paint: Paint;
  readonly #clock: typeof tenTimesASecond;
  readonly #area: LiveArea;
  readonly #lines = new LastLines();
  #logs: LogPlaces | undefined;
  #choice: (() => Choice) | undefined;
  #stages: StageList | undefined;
  #tick = 0;
  #suspended = false;
  #isFinal = false;
  #held: string[] = [];

  constructor({ display, paint, clock = tenTimesASecond }: TtyRendererParts) {
    this.#display = display;
    this.#paint = paint;
    this.#clock = clock;
    this.#area = new LiveArea(display);
  }

  /** Says what the person can do in the view. */
  set choice(choice: () => Choice) {
    this.#choice = choice;
  }

  begin(logs: LogPlaces): void {
    this.#logs = logs;
  }

  onEvent(...[event, session]: Parameters<NonNullable<Renderer['onEvent']>>): void {
    this.progress.take(event, session);
    this.#stages ??= new StageList(this.progress, {
      start: () => this.#clock(() => this.#next()),
      last: () => this.#last(),
    });
    const task = 'taskId' in event && event.taskId !== undefined ? session.tasks.get(event.taskId) : undefined;
    if (task) this.#stages.follow(task.stage);
    if (event.type === 'session.warned') this.print(`${this.#paint.warning('warning:')} ${plainLine(event.message)}`);
    if (event.type === 'task.finished') this.#lines.forget();
  }

  /** Writes something that stays, above the view; what comes while the view is away waits for it. */
  print(text: string): void {
    if (this.#suspended) this.#held.push(text);
    else this.#area.print(text);
  }

  /** Draws now, after a key: a person must not wait for the next frame. */
  refresh(): void {
    if (!this.#suspended && this.progress.session) this.#area.draw(this.#frame());
  }

  /** Leaves the terminal to somebody else. */
  suspend(): void {
    this.#suspended = true;
    this.#area.clear();
  }

  resume(): void {
    if (!this.#suspended) return;
    this.#suspended = false;
    for (const text of this.#held.splice(0)) this.#area.print(text);
    this.refresh();
  }

  async close(): Promise<void> {
    this.#choice = undefined;
    this.resume();
    await this.#stages?.end();
  }

  #last(): void {
    this.#isFinal = true;
    // The failed ones are told by the words that follow.
    this.progress.failed.clear();
    this.refresh();
    this.#area.keep();
  }

  #next(): void {
    this.#tick += 1;
    this.refresh();
  }

  #frame(): string[] {
    const { columns, rows } = this.#display;
    return frame(this.progress, {
      columns: Math.max(1, columns),
      rows: Math.max(1, rows - 1),
      now: Date.now(),
      tick: Math.floor(this.#tick / 2),
      paint: this.#paint,
      look: (stage) => this.#stages?.look(stage) ?? 'PENDING',
      isFinal: this.#isFinal,
      lastLine: (id, attempt) => (this.#logs ? this.#lines.of(this.#logs.logFile(id, attempt)) : ''),
      ...this.#choice?.(),
    });
  }
}
