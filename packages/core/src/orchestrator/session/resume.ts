import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { environmentBeside, parseWorkflow } from '../../workflow/load-workflow.js';
import type { Plan, PlanNode } from '../../workflow/plan.js';
import type { TaskResult } from '../engine/task-run.js';
import { WaitingGroups } from '../engine/waiting-groups.js';
import type { SessionEventBody } from '../events.js';
import type { SessionManager } from '../state/session-manager.js';
import type { TaskRecord, WorkflowSession } from '../types.js';
import { changedNodes, changedSettings } from './changes.js';
import type { OrchestratorEnvironment, RunOptions } from './environment.js';
import { stagesOf, tasksOf, workflowFacts } from './session-facts.js';
import { SessionOverError, UnknownInputError, WorkflowChangedError, WorkflowInvalidError } from './workflow-errors.js';

/** What may be different when a session goes on. */
export interface ResumeRequest extends RunOptions {
  /** Run changed nodes and everything after them again. */
  readonly acceptChanges?: boolean;
  readonly inputs?: Readonly<Record<string, string>>;
}

export interface ResumePlan {
  readonly plan: Plan;
  readonly event: Extract<SessionEventBody, { type: 'session.resumed' }>;
  /** The source to keep from now on, when a changed one was accepted. */
  readonly acceptedText?: string;
  /** Tasks that stay DONE unless one before them gives another result. */
  readonly toConfirm: ReadonlySet<string>;
  readonly hasChanged: (taskId: string, result: TaskResult) => boolean;
}

/** Decides what a resumed session runs: everything that is not DONE, `always_run` tasks, and accepted changes. */
export async function planResume(
  environment: OrchestratorEnvironment,
  manager: SessionManager,
  { acceptChanges = false, inputs = {} }: ResumeRequest,
): Promise<ResumePlan> {
  const { session } = manager;
  if (session.status === 'CANCELLED') throw new SessionOverError(session.id, session.reason);
  const frozen = await toPlan(await manager.workflowText(), session, environment);
  const current = await readCurrent(session);
  const isChanged = current !== null && workflowFacts(frozen, current, null).digest !== session.workflow.digest;
  if (!isChanged) return decide({ plan: frozen, session, inputs, changed: new Set(), dir: manager.paths.dir });
  const plan = await toPlan(current, session, environment);
  const changed = changedNodes(frozen, plan);
  const names = [...changedSettings(frozen, plan), ...changed];
  if (names.length === 0) return decide({ plan: frozen, session, inputs, changed, dir: manager.paths.dir });
  if (!acceptChanges) throw new WorkflowChangedError(session.workflow.file ?? '', names);
  const decided = decide({ plan, session, inputs, changed, dir: manager.paths.dir });
  const accepted = {
    workflow: workflowFacts(plan, current, session.workflow.file),
    stages: stagesOf(plan),
    tasks: tasksOf(plan),
    changed: [...changed].filter((id) => plan.nodes.some((node) => node.id === id)),
  };
  return { ...decided, acceptedText: current, event: { ...decided.event, accepted } };
}

async function toPlan(text: string, session: WorkflowSession, environment: OrchestratorEnvironment): Promise<Plan> {
  const label = session.workflow.file ?? 'workflow.yaml';
  const result = await parseWorkflow(text, label, environmentBeside(environment, session.workflow.file));
  if (result.ok) return result.plan;
  throw new WorkflowInvalidError(label, text, result.diagnostics);
}

/** A file that is gone has not changed what the session is about. */
async function readCurrent({ workflow: { file } }: WorkflowSession): Promise<string | null> {
  if (file === null) return null;
  return readFile(file, 'utf8').catch(() => null);
}

interface Decision {
  readonly plan: Plan;
  readonly session: WorkflowSession;
  readonly inputs: Readonly<Record<string, string>>;
  readonly changed: ReadonlySet<string>;
  readonly dir: string;
}

function decide({ plan, session, inputs, changed, dir }: Decision): ResumePlan {
  const unknown = Object.keys(inputs).find((name) => !Object.hasOwn(plan.inputs, name));
  if (unknown !== undefined) throw new UnknownInputError(unknown, Object.keys(plan.inputs));
  const groups = new WaitingGroups(plan);
  const changedAndAfter = groups.reach([...changed]);
  const isDone = ({ id }: PlanNode) => session.tasks.get(id)?.status === 'DONE';
  const runsAgain = (node: PlanNode) => !isDone(node) || node.policy.alwaysRun || changedAndAfter.has(node.id);
  const pending = plan.nodes.filter(runsAgain).map(({ id }) => id);
  const behind = groups.reach(pending);
  const again = new Set(pending);
  // Records are replaced when they change, so these stay as they are now.
  const before = new Map(session.tasks);
  return {
    plan,
    event: { type: 'session.resumed', pending, inputs },
    toConfirm: new Set([...behind].filter((id) => !again.has(id))),
    hasChanged: (id, result) => hasChanged(before.get(id), result, dir),
  };
}

/** Whether a task ended otherwise than before, or with another output; every attempt has an output file of its own. */
function hasChanged(earlier: TaskRecord | undefined, result: TaskResult, dir: string): boolean {
  return earlier?.status !== result.status || digestOfOutput(earlier, dir) !== digestOfOutput(result, dir);
}

function digestOfOutput({ output }: TaskResult, dir: string): string | null {
  if (output === null) return null;
  try {
    return createHash('sha256')
      .update(readFileSync(join(dir, output)))
      .digest('hex');
  } catch {
    return null;
  }
}
