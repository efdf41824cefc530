import type { AdapterFactory, JsonSchema, NodeType } from '@agentflow/plugin-sdk';
import * as z from 'zod';
import type { Registry } from '../../registry.js';
import { agentFields, commonFields, dependsOn, fileFields } from './common.js';
import { ID_PATTERN, MAX_ID_LENGTH } from './ids.js';
import { stageFields, taskFields } from './stages.js';

/** JSON Schema (draft 7) of a workflow file, from everything that is registered; for editors. */
export async function workflowJsonSchema(registries: {
  readonly adapters: Registry<AdapterFactory>;
  readonly nodeTypes: Registry<NodeType>;
}): Promise<JsonSchema> {
  const adapter = { type: 'string', description: 'Which agent runs it', examples: registries.adapters.names() };
  const agent = { ...propertiesOf(agentFields), adapter, provider: { ...adapter, description: 'Alias of adapter' } };
  const types = await Promise.all(
    registries.nodeTypes.entries().map(async ({ name, load }) => ({ name, type: await load() })),
  );
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'AgentFlow workflow',
    type: 'object',
    required: ['name'],
    properties: {
      ...propertiesOf(fileFields),
      adapter,
      stages: { type: 'array', minItems: 1, items: { $ref: '#/definitions/stage' } },
      nodes: { type: 'array', minItems: 1, items: { $ref: '#/definitions/node' } },
    },
    oneOf: [{ required: ['stages'] }, { required: ['nodes'] }],
    dependencies: { nodes: ['description'] },
    not: BOTH_NAMES,
    definitions: { stage: stageSchema(), task: taskSchema(agent), node: nodeSchema(types, agent) },
  };
}

/** `provider` is an alias of `adapter`. */
const BOTH_NAMES = { required: ['adapter', 'provider'] };

type Properties = Readonly<Record<string, unknown>>;

function stageSchema(): JsonSchema {
  const tasks = { type: 'array', items: { $ref: '#/definitions/task' } };
  return { type: 'object', required: ['name', 'tasks'], properties: { ...propertiesOf(stageFields), tasks } };
}

function taskSchema(agent: Properties): JsonSchema {
  return {
    type: 'object',
    required: ['id'],
    properties: { id: idSchema(), ...propertiesOf(commonFields), ...agent, ...propertiesOf(taskFields) },
    not: { anyOf: [BOTH_NAMES, { required: ['depends_on'] }] },
    if: { required: ['executionMode'], properties: { executionMode: { const: 'headless' } } },
    then: { required: ['prompt'] },
  };
}

interface NamedType {
  readonly name: string;
  readonly type: NodeType;
}

/** Exactly one type per node; a node with a type's key must fit that type. */
function nodeSchema(types: readonly NamedType[], agent: Properties): JsonSchema {
  const common = { id: idSchema(), ...propertiesOf({ ...commonFields, depends_on: dependsOn }) };
  return {
    type: 'object',
    required: ['id'],
    properties: common,
    oneOf: types.map(({ name }) => ({ required: [name] })),
    allOf: types.map(({ name, type }) => {
      const config = jsonSchemaOf(type);
      const properties = { ...(type.usesAgent ? agent : {}), ...(config.properties as Properties | undefined) };
      const required = config.required ?? [name];
      return { if: { required: [name] }, then: { properties, required, ...(type.usesAgent && { not: BOTH_NAMES }) } };
    }),
  };
}

/** A schema library that can describe itself does; another's node type is accepted as it is. */
function jsonSchemaOf({ schema }: NodeType): JsonSchema {
  if (!('_zod' in schema)) return {};
  return z.toJSONSchema(schema as unknown as z.ZodType, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
  }) as JsonSchema;
}

function propertiesOf(fields: Readonly<Record<string, z.ZodType>>): Properties {
  const schema = z.toJSONSchema(z.object(fields), { target: 'draft-7', io: 'input', unrepresentable: 'any' });
  return (schema.properties ?? {}) as Properties;
}

function idSchema(): JsonSchema {
  return { type: 'string', pattern: ID_PATTERN.source, maxLength: MAX_ID_LENGTH };
}
