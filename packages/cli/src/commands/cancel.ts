import {
  askSession,
  endDeadRun,
  type SessionEventBody,
  SessionManager,
  type SessionStore,
  type TaskRecord,
  type WorkflowSession,
} from '@agentflow/core';
import { string } from '@oclif/core/args';
import { BaseCommand } from '../base-command.js';
import { CliError } from '../cli-error.js';
import { loadConfigFiles } from '../config/load-config.js';
import { mergeConfig } from '../config/merge-config.js';
import { EXIT_CODES } from '../exit-codes.js';
import { secretsRedactor, sessionStore } from '../session-environment.js';
import { cwdFlag } from '../sessions/session-command.js';
import { unreachableSession } from '../sessions/unreachable-session.js';
import { watchSession } from '../sessions/watch-session.js';
import { workingFolder } from '../working-folder.js';
import { closeSessionWorktree } from '../worktree/session-worktree.js';

export default class Cancel extends BaseCommand {
  static override summary = 'End a session for good, running or not.';
  static override examples = [
    { description: 'End the newest session', command: '<%= config.bin %> cancel latest' },
    { description: 'With a reason, which is kept', command: '<%= config.bin %> cancel 20261118-1042 "wrong branch"' },
  ];
  static override args = {
    id: string({ description: 'A session id, a unique beginning of one, or latest.', required: true }),
    reason: string({ description: 'Why; it is kept with the session.' }),
  };
  static override flags = { ...cwdFlag };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Cancel);
    const folder = workingFolder(flags.cwd);
    const store = sessionStore(folder);
    const id = await store.find(args.id);
    const reason = args.reason === undefined ? 'Cancelled by the user.' : await withoutSecrets(args.reason, folder);
    const view = await SessionManager.read(store, id);
    if (view.pid !== null) {
      const reply = await askSession(view.paths.controlSocket, { command: 'cancel', reason });
      if (!reply?.ok) throw unreachableSession(view, reply?.message);
      await watchSession(store, id, () => undefined);
    }
    const { session } = await SessionManager.read(store, id);
    const isCancelledHere = view.pid !== null && session.status === 'CANCELLED';
    if (!isCancelledHere) {
      await cancelStopped(store, session, reason);
      const cancelled = { ...session, status: 'CANCELLED' } as const;
      await closeSessionWorktree(folder, cancelled, (text) => flags.json || this.talk(text));
    }
    // Somebody else may have been first, with another reason.
    const kept = (await SessionManager.read(store, id)).session.reason ?? reason;
    if (flags.json) return this.printJson({ id, status: 'CANCELLED', reason: kept });
    this.talk(`Session ${id} is cancelled: ${kept}`);
  }
}

/** Ends a session that no process runs. */
async function cancelStopped(store: SessionStore, { id, status }: WorkflowSession, reason: string): Promise<void> {
  if (status === 'DONE' || status === 'CANCELLED') {
    throw new CliError(`Session ${id} is ${status} already.`, { code: 'session-over', exitCode: EXIT_CODES.USAGE });
  }
  const manager = await SessionManager.open(store, id);
  try {
    await endDeadRun(manager);
    for (const task of manager.session.tasks.values()) if (isActive(task)) manager.record(cancelled(task, reason));
    manager.record({ type: 'session.finished', status: 'CANCELLED', reason });
  } finally {
    await manager.close();
  }
}

async function withoutSecrets(text: string, folder: string): Promise<string> {
  return secretsRedactor(mergeConfig(await loadConfigFiles(folder)).redact)(text);
}

/** Whether a process that is gone has left the task as if it ran. */
function isActive({ status }: TaskRecord): boolean {
  return status === 'RUNNING' || status === 'WAITING_FOR_USER';
}

function cancelled({ id, attempt }: TaskRecord, message: string): SessionEventBody {
  const failure = { reason: 'cancelled', message } as const;
  return { type: 'task.finished', taskId: id, attempt, status: 'CANCELLED', exitCode: null, output: null, failure };
}
