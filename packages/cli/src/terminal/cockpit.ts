import type { Orchestrator, SessionEvent } from '@agentflow/core';
import type { Choice, TtyRenderer } from '../renderers/tty/tty-renderer.js';
import type { Attendance } from '../run-session.js';
import type { Waiting } from './ask-person.js';
import { shareTerminal } from './job-control.js';
import { readKeys } from './read-keys.js';
import { BELL } from './sequences.js';
import type { StepOutKey } from './step-out-key.js';
import type { Terminal } from './terminal.js';
import { visitQuestion } from './visit-question.js';
import { visitTerminal } from './visit-terminal.js';

/** A task that a person can step into: an agent's terminal, or the question of a node. */
type Door = { readonly kind: 'terminal' } | { readonly kind: 'question'; readonly waiting: Waiting };

interface CockpitParts {
  readonly orchestrator: Orchestrator;
  readonly renderer: TtyRenderer;
  readonly terminal: Terminal;
  readonly stepOutKey: StepOutKey;
}

/**
 * The person at a terminal with the progress view: taken into a task that is alone in wanting one, otherwise shown
 * which there are; steps in and out, completes tasks and stops the session by keys.
 */
export class Cockpit implements Attendance {
  readonly #parts: CockpitParts;
  readonly #doors = new Map<string, Door>();
  /** The questions that it rang for, by task. */
  readonly #rung = new Map<string, string>();
  readonly #leaving = new AbortController();
  #visited: string | undefined;
  #visiting: Promise<unknown> = Promise.resolve();
  #chosen: string | undefined;
  /** A key that must be pressed twice, and was once. */
  #armed: 'c' | 'q' | undefined;
  /** The shell has the terminal. */
  #isAway = false;
  readonly #releases: readonly (() => void)[];

  constructor(parts: CockpitParts) {
    this.#parts = parts;
    parts.renderer.choice = () => this.#choice();
    parts.orchestrator.onEvent((event) => this.#hear(event));
    this.#releases = [
      parts.terminal.onResize(() => parts.renderer.refresh()),
      shareTerminal({ leave: () => this.#goAway(), comeBack: () => this.#comeBack() }),
    ];
    this.#takeKeys();
  }

  show(write: () => void): void {
    write();
  }

  async leave(): Promise<void> {
    this.#leaving.abort();
    await this.#visiting;
    for (const release of this.#releases) release();
    this.#doors.clear();
    this.#parts.terminal.release();
  }

  #hear(event: SessionEvent): void {
    switch (event.type) {
      case 'task.launched':
        if (event.mode === 'interactive') this.#open(event.taskId, { kind: 'terminal' });
        return;
      case 'task.waiting':
        this.#ring(event);
        if (event.kind !== 'terminal') this.#open(event.taskId, { kind: 'question', waiting: event });
        return;
      case 'task.continued':
      case 'task.input-sent':
        this.#rung.delete(event.taskId);
        return;
      case 'task.answered':
      case 'task.finished':
      case 'task.retried':
        this.#rung.delete(event.taskId);
        this.#doors.delete(event.taskId);
        return;
      case 'session.finished':
        // What still waits is answered later, not here.
        this.#doors.clear();
        return;
    }
  }

  #open(id: string, door: Door): void {
    this.#doors.set(id, door);
    if (this.#visited === undefined && this.#wanting() === 1) void this.#visit(id);
  }

  /** Also tasks that have started and will have a door in a moment. */
  #wanting(): number {
    const starting = [...this.#parts.renderer.progress.active.values()].filter(
      ({ id, mode }) => mode === 'interactive' && !this.#doors.has(id),
    );
    return this.#doors.size + starting.length;
  }

  #ring({ taskId, question }: Waiting): void {
    if (this.#visited === taskId || this.#rung.get(taskId) === question) return;
    this.#rung.set(taskId, question);
    this.#parts.terminal.write(BELL);
  }

  async #visit(id: string): Promise<void> {
    const door = this.#doors.get(id);
    if (!door || this.#isAway || this.#leaving.signal.aborted) return;
    this.#visited = id;
    this.#armed = undefined;
    const { terminal, renderer } = this.#parts;
    renderer.suspend();
    terminal.release();
    const visiting = (door.kind === 'terminal' ? this.#enter(id) : this.#ask(door.waiting)).catch((error) => {
      renderer.print(error instanceof Error ? error.message : String(error));
      return true;
    });
    this.#visiting = visiting;
    const steppedOut = await visiting;
    this.#visited = undefined;
    if (this.#leaving.signal.aborted) return;
    this.#chosen = steppedOut ? id : undefined;
    this.#takeKeys();
    renderer.resume();
    const [next, ...others] = this.#doors.keys();
    if (!steppedOut && next !== undefined && others.length === 0 && this.#waits(next)) void this.#visit(next);
  }

  async #enter(taskId: string): Promise<boolean> {
    const { orchestrator, terminal, stepOutKey } = this.#parts;
    const end = await visitTerminal({
      taskId,
      terminal,
      stepOutKey,
      leadsTo: 'steps out',
      signal: this.#leaving.signal,
      open: (viewer, size) => orchestrator.attach(taskId, viewer, size),
    });
    return end === 'stepped-out';
  }

  #ask(waiting: Waiting): Promise<boolean> {
    return visitQuestion({
      ...this.#parts,
      waiting,
      signal: this.#leaving.signal,
      tell: (text) => this.#parts.renderer.print(text),
    });
  }

  #waits(id: string): boolean {
    return this.#parts.renderer.progress.active.get(id)?.status === 'WAITING_FOR_USER';
  }

  #takeKeys(): void {
    this.#parts.terminal.claim((bytes) => {
      for (const key of readKeys(bytes.toString('utf8'))) this.#press(key);
    });
  }

  /** A question hears of it by itself, and an agent gets Ctrl-Z as a key. */
  #goAway(): void {
    if (this.#visited !== undefined) return;
    this.#isAway = true;
    this.#parts.renderer.suspend();
    this.#parts.terminal.release();
  }

  #comeBack(): void {
    if (!this.#isAway) return;
    this.#isAway = false;
    this.#takeKeys();
    this.#parts.renderer.resume();
  }

  #press(key: string): void {
    const armed = this.#armed;
    this.#armed = undefined;
    const { orchestrator, renderer } = this.#parts;
    const chosen = this.#choose();
    switch (key) {
      case 'ctrl-c':
        return void process.kill(process.pid, 'SIGINT');
      case 'ctrl-z':
        return void process.kill(process.pid, 'SIGTSTP');
      case 'up':
      case 'down':
        this.#chosen = neighbour([...this.#doors.keys()], chosen, key === 'up' ? -1 : 1);
        break;
      case 'enter':
        if (chosen !== undefined) return void this.#visit(chosen);
        break;
      case 'c':
        if (chosen === undefined || this.#doors.get(chosen)?.kind !== 'terminal') break;
        if (armed === 'c') orchestrator.completeTask(chosen);
        else this.#armed = 'c';
        break;
      case 'q':
        if (armed === 'q') return void process.kill(process.pid, 'SIGINT');
        this.#armed = 'q';
        break;
    }
    renderer.refresh();
  }

  /** The chosen task; the one that waits, or the first, when that one has no door any more. */
  #choose(): string | undefined {
    if (this.#chosen !== undefined && this.#doors.has(this.#chosen)) return this.#chosen;
    const ids = [...this.#doors.keys()];
    this.#chosen = ids.find((id) => this.#waits(id)) ?? ids[0];
    return this.#chosen;
  }

  #choice(): Choice {
    const chosen = this.#choose();
    if (this.#armed === 'q') return { chosen, keys: ['q again stops the session', 'any other key goes on'] };
    if (this.#armed === 'c') return { chosen, keys: [`c again completes ${chosen}`, 'any other key goes on'] };
    if (chosen === undefined) return { chosen, keys: ['q stops'] };
    const choose = this.#doors.size > 1 ? ['↑↓ choose'] : [];
    const isTerminal = this.#doors.get(chosen)?.kind === 'terminal';
    const act = isTerminal ? ['Enter steps in', 'c completes'] : ['Enter answers'];
    return { chosen, keys: [...choose, ...act, 'q stops'] };
  }
}

function neighbour(ids: readonly string[], from: string | undefined, step: number): string | undefined {
  const place = from === undefined ? -1 : ids.indexOf(from);
  return ids[Math.min(ids.length - 1, Math.max(0, place + step))];
}
