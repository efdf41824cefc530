import type { NodeType, Plugin, StandardResult, StandardSchema } from '@agentflow/plugin-sdk';
import type { PluginCode } from './plugin-code.js';

/** The same plugin, but what its node types are asked while a workflow is read ends in time and blames the plugin. */
export function guardNodeTypes(plugin: Plugin, code: PluginCode): Plugin {
  const { nodeTypes } = plugin;
  if (!nodeTypes) return plugin;
  const guarded = Object.entries(nodeTypes).map(([id, type]) => [id, guardNodeType(id, type, code)]);
  return { ...plugin, nodeTypes: Object.fromEntries(guarded) as Plugin['nodeTypes'] };
}

function guardNodeType(id: string, type: NodeType, code: PluginCode): NodeType {
  const { fields, templates, variables } = type;
  const part = (name: string) => `the ${name} of its node type "${id}"`;
  return {
    schema: guardSchema(type.schema, { part: part('schema'), code }),
    ...(fields && { fields }),
    ...(templates && { templates }),
    ...(variables && { variables }),
    ...(type.usesAgent && {
      usesAgent: (config) => code.call(part('usesAgent'), () => type.usesAgent?.(config) ?? false),
    }),
    ...(type.needsPerson && {
      needsPerson: (config) => code.call(part('needsPerson'), () => type.needsPerson?.(config) ?? false),
    }),
    ...(type.continuesConversation && {
      continuesConversation: (config) =>
        code.call(part('continuesConversation'), () => type.continuesConversation?.(config)),
    }),
    ...(type.check && {
      check: (config, host) => code.call(part('check'), () => [...(type.check?.(config, host) ?? [])]),
    }),
    run: (config, context) => type.run(config, context),
  };
}

/** Everything else that a schema library lets others see stays visible, such as how zod describes itself. */
function guardSchema(schema: StandardSchema, { part, code }: { part: string; code: PluginCode }): StandardSchema {
  const standard = schema['~standard'];
  const validate = (value: unknown) => {
    const result = code.call(part, () => standard.validate(value));
    return isPromiseLike(result) ? code.settle(part, result) : result;
  };
  return Object.create(schema, { '~standard': { value: { ...standard, validate }, enumerable: true } });
}

function isPromiseLike(
  result: StandardResult<unknown> | PromiseLike<StandardResult<unknown>>,
): result is PromiseLike<StandardResult<unknown>> {
  return typeof (result as { then?: unknown } | undefined)?.then === 'function';
}
