type Schema = Readonly<Record<string, unknown>>;

/** A value that fits a JSON Schema, the smallest that is not silly; texts are made from `words`. */
export function fitSchema(schema: Schema, words: string): unknown {
  return fit(schema, { root: schema, words, depth: 0 });
}

interface Fitting {
  readonly root: Schema;
  readonly words: string;
  readonly depth: number;
}

function fit(schema: Schema, fitting: Fitting): unknown {
  if (fitting.depth > MAX_DEPTH) return null;
  const deeper = { ...fitting, depth: fitting.depth + 1 };
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  for (const list of [schema.enum, schema.examples]) if (Array.isArray(list) && list.length > 0) return list[0];
  if (typeof schema.$ref === 'string') return fit(resolve(schema.$ref, fitting.root), deeper);
  for (const list of [schema.anyOf, schema.oneOf]) if (Array.isArray(list)) return fit(asSchema(list[0]), deeper);
  if (Array.isArray(schema.allOf)) return fit(merged(schema, schema.allOf.map(asSchema)), deeper);
  return fitType(typeOf(schema), schema, deeper);
}

const MAX_DEPTH = 40;

function fitType(type: string, schema: Schema, fitting: Fitting): unknown {
  switch (type) {
    case 'object':
      return fitObject(schema, fitting);
    case 'array': {
      const items = asSchema(schema.items);
      return Array.from({ length: numberOr(schema.minItems, 1) }, () => fit(items, fitting));
    }
    case 'integer':
      return Math.ceil(fitNumber(schema));
    case 'number':
      return fitNumber(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return fitText(schema, fitting.words);
  }
}

function fitObject(schema: Schema, fitting: Fitting): Record<string, unknown> {
  const properties = asSchema(schema.properties);
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  // Deep down only what must be there: a schema may contain itself.
  const names = fitting.depth > DEPTH_OF_OPTIONALS ? required : [...new Set([...Object.keys(properties), ...required])];
  return Object.fromEntries(names.map((name) => [name, fit(asSchema(properties[name]), fitting)]));
}

const DEPTH_OF_OPTIONALS = 8;

function fitNumber({ minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf }: Schema): number {
  const least = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : numberOr(minimum, 1);
  const most = typeof exclusiveMaximum === 'number' ? exclusiveMaximum - 1 : numberOr(maximum, Number.MAX_SAFE_INTEGER);
  const step = numberOr(multipleOf, 0);
  const value = Math.min(least, most);
  return step > 0 ? Math.ceil(value / step) * step : value;
}

function fitText({ format, minLength, maxLength }: Schema, words: string): string {
  const text = FORMATS[String(format)] ?? (words || 'nothing');
  return text.padEnd(numberOr(minLength, 0), '.').slice(0, numberOr(maxLength, text.length + numberOr(minLength, 0)));
}

const FORMATS: Readonly<Record<string, string>> = {
  date: '2000-01-01',
  'date-time': '2000-01-01T00:00:00Z',
  time: '00:00:00Z',
  email: 'demo@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
};

function typeOf(schema: Schema): string {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (typeof type === 'string') return type;
  if (schema.properties !== undefined) return 'object';
  return schema.items === undefined ? 'string' : 'array';
}

function merged(schema: Schema, parts: readonly Schema[]): Schema {
  const { allOf: _, ...own } = schema;
  const all = [own, ...parts];
  return {
    ...Object.assign({}, ...all),
    properties: Object.assign({}, ...all.map((part) => part.properties)),
    required: all.flatMap((part) => (Array.isArray(part.required) ? part.required : [])),
  };
}

/** `#/$defs/name`, inside the schema only. */
function resolve(reference: string, root: Schema): Schema {
  const path = reference.replace(/^#\/?/, '').split('/').filter(Boolean);
  return asSchema(path.reduce<unknown>((value, key) => asSchema(value)[key], root));
}

function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? (value as Schema) : {};
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
