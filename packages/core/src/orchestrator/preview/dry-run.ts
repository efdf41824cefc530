import type { NodeContext } from '@agentflow/plugin-sdk';
import { collectSecrets, createRedactor } from '../../output/redactor.js';
import { environmentBeside } from '../../workflow/load-workflow.js';
import { agentLaunch, createAgentAdapter } from '../engine/agent-launch.js';
import type { Attempt } from '../engine/attempt.js';
import { AttemptBuilder } from '../engine/attempt-builder.js';
import type { OrchestratorEnvironment, StartRequest } from '../session/environment.js';
import { inputsOf, tasksOf } from '../session/session-facts.js';
import { newTask } from '../state/task-reducer.js';
import type { TaskFacts } from '../types.js';

/** What a task would do first, with secrets masked. */
export interface DryTask {
  readonly id: string;
  readonly type: string;
  readonly dependsOn: readonly string[];
  readonly cwd: string;
  /** The command line it would start; null when it starts none. */
  readonly command: readonly string[] | null;
  /** Variables that the task's agent gets or loses beside the session's own. */
  readonly env: Readonly<Record<string, string | null>>;
  /** What it would do instead of starting a program, or why that cannot be told. */
  readonly note: string | null;
}

/** Tells for every node what it would start, without starting anything. References to outputs stay as written. */
export async function dryRun(general: OrchestratorEnvironment, request: StartRequest): Promise<DryTask[]> {
  const environment = environmentBeside(general, request.source.file);
  const redactor = createRedactor(collectSecrets(environment.env, environment.redact));
  const builder = dryBuilder(environment, request);
  const tasks: DryTask[] = [];
  for (const node of request.plan.nodes) {
    const built = await builder.build(node, 1);
    const { id, type, dependsOn } = node;
    if (!built.ok) {
      tasks.push({ id, type, dependsOn, cwd: request.cwd, command: null, env: {}, note: built.message });
      continue;
    }
    const { command, env, note } = await firstAction(built.attempt, environment);
    tasks.push({
      id,
      type,
      dependsOn,
      cwd: built.attempt.cwd,
      command: command?.map((part) => redactor.text(part)) ?? null,
      env: Object.fromEntries(
        Object.entries(env).map(([name, value]) => [name, value === undefined ? null : redactor.text(value)]),
      ),
      note: note === null ? null : redactor.text(note),
    });
  }
  return tasks;
}

interface Action {
  readonly command: readonly string[] | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly note: string | null;
}

/** Ends a node's run at the first thing it wants to do. */
class Intended extends Error {
  readonly action: Action;

  constructor(action: Action) {
    super('dry run');
    this.action = action;
  }
}

async function firstAction(attempt: Attempt, environment: OrchestratorEnvironment): Promise<Action> {
  const type = await environment.nodeTypes.get(attempt.type)?.load();
  try {
    const outcome = await type?.run(attempt.config, dryContext(attempt, environment));
    const note = outcome?.status === 'failed' ? outcome.message : 'starts no program';
    return { command: null, env: {}, note };
  } catch (error) {
    if (error instanceof Intended) return error.action;
    return { command: null, env: {}, note: error instanceof Error ? error.message : String(error) };
  }
}

function dryContext(attempt: Attempt, environment: OrchestratorEnvironment): NodeContext {
  const intend = (action: Partial<Action>): never => {
    throw new Intended({ command: null, env: {}, note: null, ...action });
  };
  return {
    nodeId: attempt.taskId,
    sessionId: attempt.sessionId,
    attempt: 1,
    cwd: attempt.cwd,
    env: attempt.env,
    artifactsDir: attempt.files.artifactsDir,
    signal: new AbortController().signal,
    saved: undefined,
    render: (template) => template,
    outputsFile: () => 'outputs.json',
    runAgent: async ({ prompt, options }) => {
      if (!attempt.agent) throw new Error('This node has no agent.');
      const { agent } = attempt;
      const adapter = await createAgentAdapter(environment.adapters, attempt, agent);
      const { launch } = agentLaunch(adapter, agent, { prompt, options: { ...agent.options, ...options } });
      return intend({ command: [launch.command, ...launch.args], env: launch.env ?? {} });
    },
    spawn: async ({ command, args, env }) => intend({ command: [command, ...args], env: env ?? {} }),
    ask: async ({ message }) => intend({ note: `asks: ${message}` }),
    findResource: (kind, name, extensions) => environment.host.findResource(kind, name, extensions),
    log: () => undefined,
    cancelSession: (reason) => intend({ note: `cancels the session: ${reason}` }),
    save: async () => undefined,
  };
}

/** Outputs are not known yet, so references to them stay as they are written. */
function dryBuilder(environment: OrchestratorEnvironment, request: StartRequest): AttemptBuilder {
  const { plan, cwd, goal, inputs } = request;
  const facts = new Map(tasksOf(plan).map((task) => [task.id, task]));
  const path = (name: string) => `.agentflow/sessions/SESSION/${name}`;
  return new AttemptBuilder({
    plan,
    environment,
    asWritten: true,
    session: {
      id: request.sessionId ?? 'SESSION',
      goal: goal ?? plan.goal ?? null,
      arguments: request.arguments ?? '',
      inputs: inputsOf(plan, inputs),
      cwd,
    },
    ledger: {
      record: () => undefined,
      has: () => false,
      task: (id) => newTask(facts.get(id) as TaskFacts),
      saved: () => undefined,
      costUsd: () => null,
      durable: async () => undefined,
    },
    files: {
      dir: path(''),
      artifactsDir: path('artifacts'),
      logFile: () => path('logs'),
      outputFile: () => path('outputs'),
      valuesFile: () => path('outputs'),
      promptFile: () => path('prompts'),
    },
  });
}
