import type { JsonSchema } from '@agentflow/plugin-sdk';

/**
 * The first field of a path that a JSON Schema rules out, or undefined. A schema that lists properties is
 * taken at its word unless it says `additionalProperties` itself.
 */
export function missingField(
  schema: JsonSchema,
  path: readonly string[],
): { field: string; known: string[] } | undefined {
  let current: unknown = schema;
  for (const field of path) {
    if (!isObject(current)) return undefined;
    if (/^\d+$/.test(field) && current.items !== undefined) {
      current = current.items;
      continue;
    }
    const { properties, additionalProperties } = current;
    if (!isObject(properties)) return undefined;
    if (!Object.hasOwn(properties, field)) {
      const isOpen = additionalProperties !== undefined && additionalProperties !== false;
      return isOpen ? undefined : { field, known: Object.keys(properties) };
    }
    current = properties[field];
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
