import type { JsonSchema } from '@agentflow/plugin-sdk';
import { didYouMean } from '../suggest.js';

/** Why a path leads to no field: completes the sentence `The "output_format" of node "a" …`. */
export interface MissingField {
  readonly text: string;
  readonly hint: string;
}

const SCALARS = new Set<unknown>(['string', 'number', 'integer', 'boolean', 'null']);

/**
 * The first step of a path that a JSON Schema rules out, or undefined. A schema that lists properties is
 * taken at its word unless it says `additionalProperties` itself.
 */
export function missingField(schema: JsonSchema, path: readonly string[]): MissingField | undefined {
  let current: unknown = schema;
  for (const [index, field] of path.entries()) {
    if (!isObject(current)) return undefined;
    const types = typesOf(current);
    const name = index === 0 ? 'the answer' : `"${path[index - 1]}"`;
    if (types.length > 0 && types.every((type) => SCALARS.has(type))) {
      const text = `says that ${name} is of type ${types.join(' or ')}, so it has no field "${field}"`;
      return { text, hint: `End the reference before ".${field}", or change the schema.` };
    }
    const isList = types.length > 0 && types.every((type) => type === 'array' || SCALARS.has(type));
    if (isList && !/^\d+$/.test(field)) {
      const text = `says that ${name} is a list, so it has no field "${field}"`;
      return { text, hint: `Write the position of an item first, such as ".0.${field}".` };
    }
    if (/^\d+$/.test(field) && (isList || current.items !== undefined)) {
      current = current.items;
      continue;
    }
    const { properties, additionalProperties } = current;
    if (!isObject(properties)) return undefined;
    if (!Object.hasOwn(properties, field)) {
      const isOpen = additionalProperties !== undefined && additionalProperties !== false;
      const known = Object.keys(properties);
      const hint = didYouMean(field, known) ?? (known.length > 0 ? `It has ${known.join(', ')}.` : 'It has no fields.');
      return isOpen ? undefined : { text: `has no field "${field}"`, hint };
    }
    current = properties[field];
  }
  return undefined;
}

function typesOf({ type }: Record<string, unknown>): readonly unknown[] {
  return type === undefined ? [] : Array.isArray(type) ? type : [type];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
