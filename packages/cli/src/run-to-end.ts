import type { Orchestrator, OrchestratorEnvironment } from '@agentflow/core';
import type { ExitCode } from './exit-codes.js';
import { printResult } from './print-result.js';
import type { Project } from './project.js';
import { runSession, type SessionView } from './run-session.js';
import { closeSessionWorktree } from './worktree/session-worktree.js';

/** Runs a session to its end, new or resumed: shows it, settles its worktree, and prints its result. */
export async function runToEnd(
  orchestrator: Orchestrator,
  { project, environment, view }: { project: Project; environment: OrchestratorEnvironment; view: SessionView },
): Promise<ExitCode> {
  const { session, exitCode } = await runSession(orchestrator, view, project.settings.config.notifications);
  await closeSessionWorktree(project.folder, session, view.talk);
  if (view.printsResult) await printResult(session, { folder: orchestrator.folder, environment });
  return exitCode;
}
