import { SessionManager, type SessionView, type TaskRecord } from '@agentflow/core';
import { string } from '@oclif/core/args';
import { boolean, integer } from '@oclif/core/flags';
import { CliError } from '../cli-error.js';
import { count } from '../columns.js';
import { EXIT_CODES } from '../exit-codes.js';
import { paintFor } from '../paint.js';
import { skipWords } from '../renderers/words.js';
import { sessionStore } from '../session-environment.js';
import { findTask } from '../sessions/find-task.js';
import { followSession } from '../sessions/follow-session.js';
import { fileSize, readBytes, tailOffset } from '../sessions/log-bytes.js';
import { type StoredLog, writeLogDocument } from '../sessions/log-document.js';
import { jsonPrinter, type LogPrinter, rawPrinter } from '../sessions/log-printers.js';
import { OutputClosed, writeOut } from '../sessions/output.js';
import { projectFlag } from '../sessions/project-flag.js';
import { cwdFlag, SessionCommand } from '../sessions/session-command.js';
import { plainText, shellWord } from '../sessions/text-layout.js';
import { workingFolder } from '../working-folder.js';

export default class Logs extends SessionCommand {
  static override summary = 'Print what the tasks of a session printed.';
  static override description =
    'The bytes of the last attempt as they are; on a terminal without sequences that could harm it. Without TASK those ' +
    'of all tasks, each with a line in front. With --follow and --json one event per line.';
  static override examples = [
    { description: 'All tasks of the newest session', command: '<%= config.bin %> logs latest' },
    { description: 'Watch one task until it is over', command: '<%= config.bin %> logs latest build --follow' },
    {
      description: 'The end of its first attempt',
      command: '<%= config.bin %> logs latest build --attempt 1 --tail 20',
    },
    { description: 'Everything that happens, as data', command: '<%= config.bin %> logs latest -f --json' },
  ];
  static override args = {
    id: string({ description: 'A session id, a unique beginning of one, or latest.', required: true }),
    task: string({ description: 'A task; without it, all of them.' }),
  };
  static override flags = {
    follow: boolean({ char: 'f', description: 'Go on until the task or session is over.' }),
    attempt: integer({ description: 'That attempt, not the last one; needs TASK.', min: 1, helpValue: 'N' }),
    tail: integer({ description: 'Only the last N lines of each log.', min: 0, helpValue: 'N' }),
    ...cwdFlag,
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Logs);
    const folder = workingFolder(flags.cwd);
    const store = sessionStore(folder);
    const view = await SessionManager.read(store, await store.find(args.id));
    const task = args.task === undefined ? undefined : findTask(view.session, args.task, folder);
    if (flags.attempt !== undefined) checkAttempt(task, flags.attempt, flags.follow);
    try {
      if (!flags.follow) return await this.#print(view, task, { ...flags, folder });
      const options = { taskId: task?.id, attempt: flags.attempt, tail: flags.tail, withEarlierAttempts: flags.json };
      const printer = flags.json ? jsonPrinter(writeOut, view.session.id) : this.#rawPrinter(task === undefined);
      const stored = await store.open(view.session.id);
      const end = await followSession(stored, view, { options, printer });
      if (end === 'process-gone')
        this.talk(
          `The process that ran the session is gone. Go on with: agentflow resume ${view.session.id}${projectFlag(folder)}`,
        );
    } catch (error) {
      // Whoever read this has seen enough.
      if (!(error instanceof OutputClosed)) throw error;
    }
  }

  async #print(view: SessionView, task: TaskRecord | undefined, flags: LogFlags): Promise<void> {
    const logs = await storedLogs(view, task, flags);
    if (flags.json) return writeLogDocument(writeOut, view.session.id, logs);
    if (logs.length === 0)
      return this.talk(task ? emptyWords(task, view, flags.folder) : 'No task of this session has printed anything.');
    const printer = this.#rawPrinter(task === undefined);
    for (const log of logs) {
      for await (const bytes of readBytes(log.path, log.offset)) await printer.bytes(log, bytes);
      await printer.endOf(log);
    }
  }

  #rawPrinter(withHeads: boolean): LogPrinter {
    const isTerminal = process.stdout.isTTY === true;
    const talk = (text: string) => this.talk(text);
    return rawPrinter({ write: writeOut, talk, paint: paintFor(process.stdout), isTerminal, withHeads });
  }
}

interface LogFlags {
  readonly json: boolean;
  /** The project. */
  readonly folder: string;
  readonly attempt?: number | undefined;
  readonly tail?: number | undefined;
}

/** The logs that are there, in the order of the stages. */
async function storedLogs(
  { session, paths }: SessionView,
  only: TaskRecord | undefined,
  { attempt: wanted, tail }: LogFlags,
): Promise<StoredLog[]> {
  const ordered = session.stages.flatMap(({ taskIds }) => taskIds.flatMap((id) => session.tasks.get(id) ?? []));
  const logs: StoredLog[] = [];
  for (const { id, attempt: last } of only ? [only] : ordered) {
    const attempt = wanted ?? last;
    const path = paths.logFile(id, attempt);
    const bytes = last === 0 ? null : await fileSize(path);
    if (bytes === null) continue;
    const offset = tail === undefined ? 0 : await tailOffset(path, tail);
    logs.push({ taskId: id, attempt, path, bytes, offset });
  }
  return logs;
}

function checkAttempt(task: TaskRecord | undefined, attempt: number, isFollowing: boolean): void {
  const usage = { code: 'usage', exitCode: EXIT_CODES.USAGE };
  if (!task) throw new CliError('--attempt needs a task: agentflow logs ID TASK --attempt N', usage);
  if (attempt <= task.attempt || isFollowing) return;
  const had = task.attempt === 0 ? 'has not started yet' : `has had ${count(task.attempt, 'attempt')}`;
  throw new CliError(`Task "${task.id}" ${had}; there is no attempt ${attempt}.`, usage);
}

function emptyWords({ id, status, skipped, attempt }: TaskRecord, { session }: SessionView, folder: string): string {
  if (status === 'SKIPPED' && skipped) return `"${id}" was skipped: ${plainText(skipWords(skipped))}`;
  if (attempt > 0) return `"${id}" has printed nothing.`;
  return `"${id}" has not started. Watch it with: agentflow logs ${session.id} ${shellWord(id)} -f${projectFlag(folder)}`;
}
