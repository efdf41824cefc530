import { endTree } from '../../runners/process-tree.js';
import type { SessionManager } from '../state/session-manager.js';

/** As the reaper of that run, which may be at it as well, gives them. */
const GRACE_MS = 500;

/** Ends what a run of the session that died left behind, before anything of it is started again. */
export async function endDeadRun({ deadMark }: Pick<SessionManager, 'deadMark'>): Promise<void> {
  if (deadMark) await endTree({ token: deadMark, graceMs: GRACE_MS });
}
