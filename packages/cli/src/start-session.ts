import { Orchestrator, type OrchestratorEnvironment, type StartRequest, StateError } from '@agentflow/core';
import { CliError } from './cli-error.js';
import { EXIT_CODES } from './exit-codes.js';
import type { SessionView } from './run-session.js';
import { projectFlag } from './sessions/project-flag.js';
import { startInWorktree } from './worktree/session-worktree.js';

interface Start {
  readonly view: SessionView;
  /** Whether it works in a git worktree of its own. */
  readonly worktree: boolean;
}

/** Makes the session of a run. */
export async function startSession(
  environment: OrchestratorEnvironment,
  request: StartRequest,
  { view, worktree }: Start,
): Promise<Orchestrator> {
  try {
    return worktree
      ? await startInWorktree(environment, request, view.talk)
      : await Orchestrator.start(environment, request);
  } catch (error) {
    const isTaken = error instanceof StateError && error.code === 'session-exists';
    throw isTaken ? taken(error, `agentflow resume ${request.sessionId}${projectFlag(view.folder)}`) : error;
  }
}

function taken({ message, code }: StateError, command: string): CliError {
  const hint = `Choose another id, or go on with it: ${command}`;
  return new CliError(message, { code, exitCode: EXIT_CODES.USAGE, hint });
}
