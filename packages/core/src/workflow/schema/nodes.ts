import type { NodeType, StandardResult } from '@agentflow/plugin-sdk';
import type { NodeDefinition } from '../definition.js';
import { reportFault } from '../node-type-fault.js';
import type { Path, ProblemList } from '../problem.js';
import { didYouMean, suggest } from '../suggest.js';
import { agentFields, commonFields, dependsOn as dependsOnField } from './common.js';
import { describeValue } from './describe-issue.js';
import { readId } from './ids.js';
import { itemHint } from './item-hint.js';
import { warnNestedKeys } from './nested-keys.js';
import { readFields } from './read-fields.js';
import { reportIssues } from './report-issues.js';
import { collectTemplates } from './templates.js';
import { isRecord, warnUnknownKeys } from './unknown-keys.js';

type NodeTypes = ReadonlyMap<string, NodeType>;

const NODE_FIELDS = { ...commonFields, depends_on: dependsOnField };
const NODE_KEYS = ['id', ...Object.keys(NODE_FIELDS)];
const AGENT_KEYS = Object.keys(agentFields);

export async function readNodes(value: unknown, types: NodeTypes, problems: ProblemList): Promise<NodeDefinition[]> {
  if (!Array.isArray(value)) {
    problems.error('invalid-value', ['nodes'], `"nodes" must be a list, but it is ${describeValue(value)}.`, {
      hint: 'Begin each node with "- id: …".',
    });
    return [];
  }
  if (value.length === 0)
    problems.error('not-a-workflow', ['nodes'], 'The workflow has no node.', {
      at: 'key',
      hint: 'Begin one with "- id: …".',
    });
  const nodes: NodeDefinition[] = [];
  for (const [index, raw] of value.entries()) {
    const reading = readNode(raw, ['nodes', index], types, problems);
    const node = reading instanceof Promise ? await reading : reading;
    if (node) nodes.push(node);
  }
  return nodes;
}

type MaybePromise<T> = T | Promise<T>;

function readNode(
  raw: unknown,
  path: Path,
  types: NodeTypes,
  problems: ProblemList,
): MaybePromise<NodeDefinition | undefined> {
  if (!isRecord(raw)) {
    problems.error(
      'invalid-value',
      path,
      `A node is a mapping with "id" and a node type, but it is ${describeValue(raw)}.`,
      { hint: itemHint(raw, 'Write, for example, "- {id: test, bash: npm test}".') },
    );
    return undefined;
  }
  const id = readId(raw, path, 'node', problems);
  const common = readFields(raw, NODE_FIELDS, path, problems);
  const typeName = readTypeName(raw, { id, path, types, problems });
  const type = typeName === undefined ? NO_TYPE : (types.get(typeName) ?? NO_TYPE);
  if (typeName === undefined) {
    const agent = readFields(raw, agentFields, path, problems);
    return {
      id,
      path,
      common,
      agent,
      templates: [],
      typeName: '',
      type,
      usesAgent: false,
      config: undefined,
      dependsOn: common.depends_on ?? [],
    };
  }

  const ownKeys = [typeName, ...(type.fields ?? [])];
  const rawConfig = Object.fromEntries(ownKeys.filter((key) => Object.hasOwn(raw, key)).map((key) => [key, raw[key]]));
  const finish = (config: unknown): NodeDefinition => {
    // A refused config may still run an agent: then its agent fields are read as if it did.
    const usesAgent = type.usesAgent !== undefined && (config === undefined || runsAgent(config));
    const agent = usesAgent ? readFields(raw, agentFields, path, problems) : {};
    if (!usesAgent) warnIgnored(raw, { typeName, ownKeys, path, problems });
    warnUnknownKeys(raw, new Set([...NODE_KEYS, ...AGENT_KEYS, ...ownKeys, ...types.keys()]), path, problems);
    const templates = collectTemplates(rawConfig, type.templates ?? {}, path);
    const dependsOn = common.depends_on ?? [];
    return { id, path, common, agent, templates, typeName, type, usesAgent, config, dependsOn };
  };
  const runsAgent = (config: unknown): boolean => {
    try {
      return type.usesAgent?.(config) ?? false;
    } catch (error) {
      reportFault(error, { typeName, path, problems });
      return false;
    }
  };
  const config = validateConfig(type, rawConfig, { typeName, path, problems });
  return config instanceof Promise ? config.then(finish) : finish(config);
}

/** Stands for the type of a node that has none, which is reported; it keeps the node in the graph. */
const NO_TYPE: NodeType = {
  schema: { '~standard': { version: 1, vendor: 'agentflow', validate: (value) => ({ value }) } },
  usesAgent: () => false,
  run: () => Promise.reject(new Error('A node without a type cannot run.')),
};

interface TypedPlace {
  readonly typeName: string;
  readonly path: Path;
  readonly problems: ProblemList;
}

interface NodeFacts {
  readonly id: string;
  readonly path: Path;
  readonly types: NodeTypes;
  readonly problems: ProblemList;
}

function readTypeName(raw: Record<string, unknown>, { id, path, types, problems }: NodeFacts): string | undefined {
  const [first, ...others] = Object.keys(raw).filter((key) => types.has(key));
  const second = others[0];
  if (first !== undefined && second !== undefined) {
    const all = [first, ...others].map((name) => `"${name}"`);
    const list = all.length === 2 ? `both ${all.join(' and ')}` : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
    problems.error('several-node-types', [...path, second], `Node "${id}" has ${list}; keep one.`, {
      at: 'key',
      hint: 'Take one out, or make two nodes of it.',
    });
  }
  if (first !== undefined) return first;
  const known = new Set([...NODE_KEYS, ...AGENT_KEYS]);
  const near = Object.keys(raw).find((key) => !known.has(key) && suggest(key, types.keys()) !== undefined);
  const hint = near === undefined ? `Give it one of ${[...types.keys()].join(', ')}.` : didYouMean(near, types.keys());
  problems.error('no-node-type', near === undefined ? path : [...path, near], `Node "${id}" has no node type.`, {
    at: 'key',
    hint,
  });
  return undefined;
}

function validateConfig(type: NodeType, raw: object, place: TypedPlace): unknown {
  const { path, problems } = place;
  const refuse = (error: unknown) => reportFault(error, place);
  const accept = (settled: StandardResult<unknown>): unknown => {
    if (settled.issues === undefined) return settled.value;
    reportIssues(settled.issues, { path, value: raw, problems });
    return undefined;
  };
  warnNestedKeys(type.schema, raw, { path, problems });
  try {
    const result = type.schema['~standard'].validate(raw);
    return result instanceof Promise ? result.then(accept).catch(refuse) : accept(result);
  } catch (error) {
    return refuse(error);
  }
}

function warnIgnored(
  raw: Record<string, unknown>,
  { typeName, ownKeys, path, problems }: TypedPlace & { readonly ownKeys: readonly string[] },
): void {
  for (const key of AGENT_KEYS) {
    if (!Object.hasOwn(raw, key) || ownKeys.includes(key)) continue;
    const message = `"${key}" has no effect here: a ${typeName} node runs no agent.`;
    problems.warning('ignored-field', [...path, key], message, { at: 'key', hint: 'Take it out.' });
  }
}
