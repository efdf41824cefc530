import {
  type Paint,
  type Plan,
  readStubs,
  type Stubs,
  StubsError,
  type TaskRecord,
  type WorkflowSession,
} from '@agentflow/core';
import { CliError } from './cli-error.js';
import { columns } from './columns.js';
import { EXIT_CODES } from './exit-codes.js';
import { shorten, skipWords } from './renderers/words.js';
import { plainLine } from './sessions/text-layout.js';

/** Canned results for a simulated session. */
export async function loadStubs(file: string, plan: Plan): Promise<Stubs> {
  try {
    return await readStubs(file, plan);
  } catch (error) {
    if (!(error instanceof StubsError)) throw error;
    const { message, hint } = error;
    throw new CliError(message, { code: 'invalid-stubs', exitCode: EXIT_CODES.INVALID, file, hint });
  }
}

/** What would happen: every node with its status and why, and how the session would end. */
export function simulationWords(session: WorkflowSession, { stubs, paint }: { stubs: Stubs; paint: Paint }): string {
  const rows = [...session.tasks.values()].map((task) => [task.id, task.status, reasonOf(task, stubs)]);
  const reason = session.reason ? `: ${session.reason}` : '';
  const end = plainLine(`${session.workflow.name} would end ${session.status}${reason}`);
  const style = session.status === 'DONE' ? paint.good : session.status === 'FAILED' ? paint.error : paint.warning;
  return `${columns([['NODE', 'STATUS', 'WHY'], ...rows])}\n\n${style(end)}\nNothing was started.`;
}

function reasonOf({ id, status, skipped, failure }: TaskRecord, stubs: Stubs): string {
  if (skipped) return skipWords(skipped);
  if (failure) return shorten(failure.message);
  if (status === 'DONE' && !stubs.has(id)) return 'no stub: empty output';
  return '';
}
