import type { core } from 'zod';
import type { Path, ProblemList } from '../problem.js';
import { isRecord, warnUnknownKeys } from './unknown-keys.js';

interface Place {
  readonly path: Path;
  readonly problems: ProblemList;
}

/** Warns about keys inside a value that its schema does not have. Only zod's schemas tell their keys. */
export function warnNestedKeys(schema: object, value: unknown, place: Place): void {
  if (typeof value !== 'object' || value === null || !('_zod' in schema)) return;
  const { def } = (schema as core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return isRecord(value) ? warnInObject(def, value, place) : undefined;
    case 'record':
      refusePrototype(value, place);
      for (const [key, item] of Object.entries(value)) warnNestedKeys(def.valueType, item, below(place, key));
      return;
    case 'array':
      for (const [index, item] of Object.entries(value)) warnNestedKeys(def.element, item, below(place, Number(index)));
      return;
    case 'union':
      return warnNestedKeys(optionFor(def.options, value), value, place);
    case 'optional':
    case 'nullable':
    case 'default':
      return warnNestedKeys(def.innerType, value, place);
    case 'pipe':
      return warnNestedKeys(def.in, value, place);
    default:
  }
}

function warnInObject(
  { shape, catchall }: core.$ZodObjectDef,
  value: Readonly<Record<string, unknown>>,
  place: Place,
): void {
  if (!catchall) warnUnknownKeys(value, new Set(Object.keys(shape)), place.path, place.problems);
  for (const [key, field] of Object.entries(shape)) {
    if (Object.hasOwn(value, key)) warnNestedKeys(field, value[key], below(place, key));
  }
}

/** zod leaves this key out of a record without a word; what somebody named must not vanish. */
function refusePrototype(value: object, { path, problems }: Place): void {
  if (!Object.hasOwn(value, '__proto__')) return;
  const where = { at: 'key', hint: 'Give it another name.' } as const;
  problems.error('invalid-value', [...path, '__proto__'], '"__proto__" cannot be a name here.', where);
}

/** A mapping can only be meant for the option that takes one. */
function optionFor(options: readonly core.$ZodType[], value: object): core.$ZodType {
  const type = Array.isArray(value) ? 'array' : 'object';
  return (options.find((option) => option._zod.def.type === type) ?? options[0]) as core.$ZodType;
}

function below({ path, problems }: Place, step: string | number): Place {
  return { path: [...path, step], problems };
}
