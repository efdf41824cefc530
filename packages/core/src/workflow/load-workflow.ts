import type { AdapterFactory, CheckHost, Diagnostic, NodeType, Permissions } from '@agentflow/plugin-sdk';
import type { Registry } from '../registry.js';
import type { WorkflowDefinition } from './definition.js';
import { loadNodeTypes } from './load-node-types.js';
import type { AgentDefaults } from './lower/agent-settings.js';
import { checkAlias } from './lower/agent-settings.js';
import type { DraftNode } from './lower/draft-node.js';
import { lowerNodes } from './lower/nodes.js';
import { lowerStages, TASK_NODE_TYPE } from './lower/stages.js';
import type { Plan } from './plan.js';
import { ProblemList } from './problem.js';
import type { WorkflowHost } from './resource-finder.js';
import { readDefinition } from './schema/read-definition.js';
import { readDocument } from './source/read-document.js';
import { readText } from './source/read-text.js';
import { Suggester } from './suggest.js';
import { toDiagnostics } from './to-diagnostics.js';
import { inputsOf, toPlan } from './to-plan.js';
import { checkAgents } from './validate/check-agents.js';
import { checkGraph } from './validate/check-graph.js';
import { checkLiteralFields } from './validate/check-literal-fields.js';
import { checkNodes } from './validate/check-nodes.js';
import { checkOutputFormats } from './validate/check-output-formats.js';
import { checkReferences } from './validate/check-references.js';
import { checkTexts } from './validate/check-texts.js';
import { Graph } from './validate/graph.js';

/** Everything a workflow is checked against. */
export interface LoadEnvironment {
  readonly adapters: Registry<AdapterFactory>;
  readonly nodeTypes: Registry<NodeType>;
  readonly host: CheckHost & Partial<WorkflowHost>;
  readonly defaultAdapter?: string;
  /** Of agents that do not say otherwise: `defaults.permissions` of the config file. */
  readonly permissions?: Permissions;
}

/** A plan with the warnings about it, or everything that is wrong; `text` is for the code frames. */
export type LoadResult =
  | { readonly ok: true; readonly plan: Plan; readonly text: string; readonly diagnostics: readonly Diagnostic[] }
  | { readonly ok: false; readonly text: string; readonly diagnostics: readonly Diagnostic[] };

/** The environment of a workflow that was read from a file: what lies beside the file is found too. */
export function environmentBeside<Environment extends Pick<LoadEnvironment, 'host'>>(
  environment: Environment,
  file: string | null,
): Environment {
  const host = file === null ? undefined : environment.host.beside?.(file);
  return host ? { ...environment, host } : environment;
}

/** Reads and checks a workflow file. `label` is the name that diagnostics show. */
export async function loadWorkflow(file: string, environment: LoadEnvironment, label = file): Promise<LoadResult> {
  const read = await readText(file, label);
  if (!read.ok) return { ok: false, text: read.text, diagnostics: [read.diagnostic] };
  return parseWorkflow(read.text, label, environmentBeside(environment, file));
}

/** Checks the text of a workflow: all problems at once, each with its place. */
export async function parseWorkflow(text: string, label: string, environment: LoadEnvironment): Promise<LoadResult> {
  const parsed = readDocument(text, label);
  if (!parsed.ok) return { ok: false, text, diagnostics: parsed.diagnostics };
  const problems = new ProblemList();
  const plan = await makePlan(parsed.document.value, environment, problems);
  const diagnostics = toDiagnostics(problems.all, parsed.document);
  if (plan === undefined || problems.hasErrors) return { ok: false, text, diagnostics };
  return { ok: true, plan, text, diagnostics };
}

async function makePlan(
  value: unknown,
  environment: LoadEnvironment,
  problems: ProblemList,
): Promise<Plan | undefined> {
  const nodeTypes = await loadNodeTypes(value, environment.nodeTypes, problems);
  const definition = await readDefinition(value, nodeTypes, problems);
  if (!definition) return undefined;
  checkAlias(definition.file, [], problems);
  const drafts = lower(definition, nodeTypes, { environment, problems });
  const graph = new Graph(drafts.map((draft) => draft.node));
  const ids = new Suggester(drafts.map((draft) => draft.node.id));
  checkGraph(drafts, { graph, ids, problems });
  checkLiteralFields(drafts, problems);
  checkReferences({ drafts, graph, ids, inputs: inputsOf(definition.file), problems });
  checkOutputFormats(drafts, problems);
  checkNodes(drafts, { interactive: definition.file.interactive ?? true, host: environment.host, problems });
  await checkAgents(drafts, environment, problems);
  checkTexts(value, problems);
  return problems.hasErrors ? undefined : toPlan(definition, drafts, graph);
}

function lower(
  { file, body }: WorkflowDefinition,
  nodeTypes: ReadonlyMap<string, NodeType>,
  { environment, problems }: { environment: LoadEnvironment; problems: ProblemList },
): DraftNode[] {
  const defaults = (executionMode: AgentDefaults['executionMode']) => ({
    file,
    adapter: environment.defaultAdapter,
    executionMode,
  });
  if (body.kind === 'nodes') return lowerNodes(body.nodes, { defaults: defaults('headless'), problems });
  const type = nodeTypes.get(TASK_NODE_TYPE);
  if (!type)
    throw new Error(`The node type "${TASK_NODE_TYPE}" must be registered: tasks of stages become such nodes.`);
  return lowerStages(body.stages, { defaults: defaults('interactive'), type, problems });
}
