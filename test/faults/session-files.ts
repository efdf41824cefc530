import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRig } from '../rig/test-rig.js';
import { until } from './wait.js';

/** The parts of an event that the fault suite looks at. */
export interface JournalEvent {
  readonly seq: number;
  readonly type: string;
  readonly taskId?: string;
  readonly attempt?: number;
  readonly status?: string;
  readonly pid?: number;
  readonly output?: string | null;
  readonly decision?: string;
  readonly failure?: { readonly reason: string; readonly message: string };
}

interface Checkpoint {
  readonly status: string;
  readonly reason: string | null;
  readonly tasks: readonly { readonly id: string; readonly status: string }[];
}

/** What a session left on the disk, read while it runs or afterwards. */
export class SessionFiles {
  readonly #folder: string;
  readonly id: string;

  /** `project` is a folder in that of the rig. */
  constructor(rig: TestRig, id: string, project = '.') {
    this.#folder = rig.path(project, '.agentflow', 'sessions', id);
    this.id = id;
  }

  path(...parts: string[]): string {
    return join(this.#folder, ...parts);
  }

  /** Every whole line of the journal. */
  events(): JournalEvent[] {
    const file = this.path('journal.jsonl');
    if (!existsSync(file)) return [];
    const whole = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    return whole.map((line) => JSON.parse(line) as JournalEvent);
  }

  get hasCheckpoint(): boolean {
    return existsSync(this.path('session.json'));
  }

  checkpoint(): Checkpoint {
    return JSON.parse(readFileSync(this.path('session.json'), 'utf8')) as Checkpoint;
  }

  /** How often each task was started. */
  starts(): Record<string, number> {
    return this.#count(({ type }) => type === 'task.started');
  }

  /** How often each task was finished as DONE. */
  completions(): Record<string, number> {
    return this.#count(({ type, status }) => type === 'task.finished' && status === 'DONE');
  }

  /** The last end of each task, as its status or the reason of its failure. */
  ends(): Record<string, string | undefined> {
    const finished = this.events().filter(({ type }) => type === 'task.finished');
    return Object.fromEntries(finished.map(({ taskId = '', failure, status }) => [taskId, failure?.reason ?? status]));
  }

  /** Resolves when the journal holds an event of that type, of that task if one is named. */
  async event(type: string, taskId?: string): Promise<JournalEvent> {
    return until(`the journal has ${type} ${taskId ?? ''}`, () =>
      this.events().find((event) => event.type === type && (taskId === undefined || event.taskId === taskId)),
    );
  }

  /** Names of files that only a living session may have. */
  leftovers(): string[] {
    const names = readdirSync(this.path(), { recursive: true, encoding: 'utf8' });
    return names.filter((name) => /(^|\/)(lock|control\.sock)|\.tmp$/.test(name)).map((name) => join(this.id, name));
  }

  #count(matches: (event: JournalEvent) => boolean): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { taskId = '' } of this.events().filter(matches)) counts[taskId] = (counts[taskId] ?? 0) + 1;
    return counts;
  }
}
