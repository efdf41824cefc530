import { askSession, type ControlReply, type ControlRequest, SessionManager, type SessionView } from '@agentflow/core';
import { CliError } from '../cli-error.js';
import { EXIT_CODES } from '../exit-codes.js';
import { sessionStore } from '../session-environment.js';
import { findTask } from '../sessions/find-task.js';
import { projectFlag } from '../sessions/project-flag.js';
import { unreachableSession } from '../sessions/unreachable-session.js';

/** A task of a session that runs now, in some process of this machine. */
export interface LiveTask {
  /** Its project. */
  readonly folder: string;
  readonly id: string;
  readonly taskId: string;
  readonly view: SessionView;
  readonly socket: string;
}

export async function findLiveTask(folder: string, query: string, taskId: string): Promise<LiveTask> {
  const store = sessionStore(folder);
  const id = await store.find(query);
  const view = await SessionManager.read(store, id);
  const task = findTask(view.session, taskId, folder);
  if (view.pid === null) throw notLive(view, projectFlag(folder));
  return { folder, id, taskId: task.id, view, socket: view.paths.controlSocket };
}

/** Asks the session for something about the task; what it refuses is an error with its words. */
export async function askTask(task: LiveTask, request: ControlRequest): Promise<void> {
  accepted(task, await askSession(task.socket, request));
}

/** What a session answered, if it said yes. */
export function accepted<Reply extends { readonly ok: boolean }>(
  { folder, id, view }: LiveTask,
  reply: Reply | Extract<ControlReply, { ok: false }> | null,
): Extract<Reply, { ok: true }> {
  if (reply?.ok) return reply as Extract<Reply, { ok: true }>;
  if (reply === null) throw unreachableSession(view);
  throw new CliError((reply as Extract<ControlReply, { ok: false }>).message, {
    code: 'refused-by-session',
    exitCode: EXIT_CODES.USAGE,
    hint: `agentflow status ${id}${projectFlag(folder)} shows what its tasks do`,
  });
}

function notLive({ session: { id, status } }: SessionView, elsewhere: string): CliError {
  const canGoOn = status !== 'DONE' && status !== 'CANCELLED';
  return new CliError(`Session ${id} does not run: it is ${status}.`, {
    code: 'session-not-running',
    exitCode: EXIT_CODES.USAGE,
    hint: canGoOn
      ? `agentflow resume ${id}${elsewhere} goes on with it`
      : `agentflow logs ${id}${elsewhere} shows what its tasks printed`,
  });
}
