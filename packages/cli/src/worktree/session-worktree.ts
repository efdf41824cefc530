import { existsSync } from 'node:fs';
import {
  checkNewSessionId,
  Orchestrator,
  type OrchestratorEnvironment,
  type StartRequest,
  type WorkflowSession,
} from '@agentflow/core';
import { CliError } from '../cli-error.js';
import { EXIT_CODES } from '../exit-codes.js';
import { closeWorktree, removeWorktree } from './close-worktree.js';
import { createWorktree } from './create-worktree.js';
import { worktreeOf } from './worktree.js';
import { worktreeWords } from './worktree-words.js';

type Talk = (text: string) => void;

/** Starts a session in a fresh worktree; without the session there is no worktree either. */
export async function startInWorktree(
  environment: OrchestratorEnvironment,
  request: StartRequest,
  talk: Talk,
): Promise<Orchestrator> {
  const { cwd: project, sessionId = environment.store.newId() } = request;
  checkNewSessionId(sessionId);
  await refuseKnownSession(environment, sessionId);
  const worktree = await createWorktree(project, sessionId);
  try {
    const orchestrator = await Orchestrator.start(environment, { ...request, sessionId, cwd: worktree.cwd });
    if (worktree.leavesChangesBehind)
      talk('The worktree is made of the last commit; uncommitted changes of this folder are not in it.');
    return orchestrator;
  } catch (error) {
    await removeWorktree(worktree);
    throw error;
  }
}

/** A session whose worktree was removed cannot go on. */
export function checkSessionWorktree(project: string, session: Pick<WorkflowSession, 'id' | 'cwd'>): void {
  const worktree = worktreeOf(project, session);
  if (!worktree || existsSync(session.cwd)) return;
  throw new CliError(`The worktree of session ${session.id} is gone: ${session.cwd}`, {
    code: 'no-worktree',
    exitCode: EXIT_CODES.FAILED,
    hint: `If its branch is still there, bring it back: git worktree prune && git worktree add ${worktree.folder} ${worktree.branch}`,
  });
}

/** Settles the worktree of a session that stopped, if it has one. */
export async function closeSessionWorktree(project: string, session: WorkflowSession, talk: Talk): Promise<void> {
  const worktree = worktreeOf(project, session);
  if (!worktree) return;
  talk(worktreeWords(worktree, await closeWorktree(worktree, session.status), process.cwd()));
}

async function refuseKnownSession({ store }: OrchestratorEnvironment, id: string): Promise<void> {
  const isKnown = await store.open(id).then(
    () => true,
    () => false,
  );
  if (!isKnown) return;
  throw new CliError(`There is a session "${id}" already.`, { code: 'session-exists', exitCode: EXIT_CODES.FAILED });
}
