import { type Answer, askSession, endDeadRun, SessionManager, type WorkflowSession } from '@agentflow/core';
import { CliError } from './cli-error.js';
import { EXIT_CODES } from './exit-codes.js';
import type { Project } from './project.js';
import { secretsRedactor, sessionStore } from './session-environment.js';
import { unreachableSession } from './sessions/unreachable-session.js';

export interface Answered {
  readonly id: string;
  readonly taskId: string;
  /** Whether the session runs elsewhere and goes on there. */
  readonly isLive: boolean;
}

/** Hands an answer to a session: to its process if it runs, else into its record for the next resume. */
export async function answerSession(
  project: Project,
  { session: query, task, answer }: { session: string; task: string | undefined; answer: Answer },
): Promise<Answered> {
  const store = sessionStore(project.folder);
  const id = await store.find(query);
  const view = await SessionManager.read(store, id);
  const taskId = waitingTask(view.session, task);
  if (view.pid !== null) {
    const reply = await askSession(view.paths.controlSocket, { command: 'answer', taskId, ...answer });
    if (reply?.ok) return { id, taskId, isLive: true };
    if (!reply) throw unreachableSession(view);
    throw new CliError(reply.message, { code: 'session-unreachable', exitCode: EXIT_CODES.FAILED });
  }
  const manager = await SessionManager.open(store, id, { redact: secretsRedactor(project.redact) });
  try {
    await endDeadRun(manager);
    // Another answer may have come since.
    waitingTask(manager.session, taskId);
    manager.record({ type: 'task.answered', taskId, ...answer });
  } finally {
    await manager.close();
  }
  return { id, taskId, isLive: false };
}

function waitingTask({ id, tasks }: WorkflowSession, wanted: string | undefined): string {
  const waiting = [...tasks.values()].filter(
    ({ status, answers = [] }) => status === 'WAITING_FOR_USER' && answers.length === 0,
  );
  const names = waiting.map((task) => task.id);
  const [only, ...others] = names;
  if (wanted !== undefined && names.includes(wanted)) return wanted;
  if (wanted === undefined && only !== undefined && others.length === 0) return only;
  if (wanted !== undefined && !tasks.has(wanted)) {
    throw wrongTask(`There is no task "${wanted}" in session ${id}.`, names);
  }
  if (wanted !== undefined) throw wrongTask(`Task "${wanted}" does not wait for an answer.`, names);
  if (only === undefined) throw wrongTask(`No task of session ${id} waits for an answer.`, names);
  throw wrongTask(`Several tasks of session ${id} wait for an answer; name one.`, names);
}

function wrongTask(message: string, waiting: readonly string[]): CliError {
  const hint = waiting.length > 0 ? `Waiting: ${waiting.join(', ')}.` : undefined;
  return new CliError(message, { code: 'not-waiting', exitCode: EXIT_CODES.USAGE, hint });
}
