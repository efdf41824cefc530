import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import {
  type SessionEvent,
  SessionManager,
  type SessionStore,
  type SessionView,
  type TaskRecord,
} from '@agentflow/core';
import { string } from '@oclif/core/args';
import { boolean, string as stringFlag } from '@oclif/core/flags';
import { paintFor } from '../paint.js';
import { sessionStore } from '../session-environment.js';
import { findTask } from '../sessions/find-task.js';
import { cwdFlag, SessionCommand } from '../sessions/session-command.js';
import { sessionReport } from '../sessions/session-report.js';
import { explainTask, type TaskStory } from '../sessions/task-story.js';
import { widthOf } from '../sessions/text-layout.js';
import { watchInPlace } from '../sessions/watch-in-place.js';
import { watchSession } from '../sessions/watch-session.js';
import { workingFolder } from '../working-folder.js';

export default class Status extends SessionCommand {
  static override summary = 'Show a session: its tasks, what went wrong, and what to do next.';
  static override description =
    'Of a session with many tasks those are shown that run, wait or failed, and the last that ended; --all shows the rest.';
  static override examples = [
    { description: 'The newest session', command: '<%= config.bin %> status' },
    { description: 'One by its id; the beginning is enough', command: '<%= config.bin %> status 20261118-1042' },
    { description: 'Why a task was skipped, failed or retried', command: '<%= config.bin %> status --explain build' },
    { description: 'Look on until it is over', command: '<%= config.bin %> status --watch' },
    { description: 'Its status in a script', command: '<%= config.bin %> status --json | jq -r .status' },
  ];
  static override args = {
    id: string({ description: 'A session id, a unique beginning of one, or latest.', default: 'latest' }),
  };
  static override flags = {
    watch: boolean({ char: 'w', description: 'Show it again after every change, until no process runs it.' }),
    all: boolean({ description: 'Show every task, however many there are.' }),
    explain: stringFlag({ description: 'Tell the story of one task.', helpValue: 'TASK' }),
    ...cwdFlag,
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Status);
    const folder = workingFolder(flags.cwd);
    const store = sessionStore(folder);
    const view = await SessionManager.read(store, await store.find(args.id));
    const layout = { now: new Date(), width: widthOf(process.stdout), paint: paintFor(process.stdout) };
    if (flags.explain !== undefined) {
      const story = await tellStory(store, view, findTask(view.session, flags.explain, folder));
      return flags.json ? this.printJson(storyDocument(story)) : this.printData(explainTask(story, layout));
    }
    const report = (seen: SessionView) => {
      const here = { ...layout, now: new Date(), width: widthOf(process.stdout) };
      return sessionReport(seen, { ...here, all: flags.all, folder });
    };
    if (flags.watch) return this.#watch(store, view.session.id, { report, json: flags.json });
    if (flags.json) return this.printJson(sessionDocument(view));
    this.printData(report(view));
  }

  /** On a terminal in one place; elsewhere, and as JSON, one report after the other. */
  async #watch(store: SessionStore, id: string, { report, json }: Watching): Promise<void> {
    if (process.stdout.isTTY && !json) return this.printData(await watchInPlace(store, id, report));
    let shown = -1;
    await watchSession(store, id, (view) => {
      if (view.session.seq === shown && view.pid !== null) return;
      shown = view.session.seq;
      if (json) this.printJson(sessionDocument(view));
      else this.printData(`${report(view)}\n`);
    });
  }
}

interface Watching {
  readonly report: (view: SessionView) => string;
  readonly json: boolean;
}

function sessionDocument({ session, pid }: SessionView) {
  return { ...session, tasks: [...session.tasks.values()], pid };
}

async function tellStory(store: SessionStore, view: SessionView, task: TaskRecord): Promise<TaskStory> {
  const events: SessionEvent[] = [];
  const stored = await store.open(view.session.id);
  stored.readJournal((event) => {
    if ('taskId' in event && event.taskId === task.id) events.push(event);
  });
  const path = view.paths.logFile(task.id, task.attempt);
  return { view, task, events, log: existsSync(path) ? relative(process.cwd(), path) : null };
}

function storyDocument({ view, task, events, log }: TaskStory) {
  return { sessionId: view.session.id, task, events, log };
}
