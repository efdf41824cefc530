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
    if (!(error instanceof StateError)) throw error;
    if (error.code === 'session-exists')
      throw taken(error, `agentflow resume ${request.sessionId}${projectFlag(view.folder)}`);
    throw error.code === 'state-write' ? notMade(error) : error;
  }
}

function taken({ message, code }: StateError, command: string): CliError {
  const hint = `Choose another id, or go on with it: ${command}`;
  return new CliError(message, { code, exitCode: EXIT_CODES.USAGE, hint });
}

/** There is no session yet that could be resumed. */
function notMade(error: StateError): CliError {
  const { message, code } = error;
  const hint = 'No session was made. Make the folder writable or free some space, then run it again.';
  return new CliError(message, { code, exitCode: EXIT_CODES.FAILED, hint, cause: error });
}
