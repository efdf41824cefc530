import type { Path } from '../problem.js';
import { describeValue } from '../schema/describe-issue.js';
import { isRecord } from '../schema/unknown-keys.js';
import { didYouMean } from '../suggest.js';

export interface SchemaProblem {
  readonly path: Path;
  readonly message: string;
  readonly hint: string;
}

/** What is wrong with a JSON Schema itself, each with its path in it. Keywords that are not known here are left alone. */
export function schemaProblems(schema: unknown): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  const report: Report = (path, text, hint) =>
    problems.push({ path, message: `"${String(path.at(-1) ?? 'output_format')}" ${text}.`, hint });
  checkSchema(schema, [], report);
  return problems;
}

type Report = (path: Path, text: string, hint: string) => void;
type Rule = (value: unknown, path: Path, report: Report) => void;

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

const checkSchema: Rule = (schema, path, report) => {
  // `true` and `false` are the schemas of anything and of nothing.
  if (typeof schema === 'boolean') return;
  if (!isRecord(schema)) return mustBe('a schema', schema, path, report);
  for (const [keyword, value] of Object.entries(schema)) {
    if (Object.hasOwn(RULES, keyword)) RULES[keyword]?.(value, [...path, keyword], report);
  }
};

const checkType: Rule = (value, path, report) => {
  if (Array.isArray(value) && value.length > 0) {
    for (const [index, item] of value.entries()) checkOneType(item, [...path, index], report);
  } else checkOneType(value, path, report);
};

const checkOneType: Rule = (value, path, report) => {
  if (typeof value === 'string' && TYPES.includes(value)) return;
  const text = `must be one of ${TYPES.join(', ')}, but it is ${describeValue(value)}`;
  report(path, text, (typeof value === 'string' ? didYouMean(value, TYPES) : undefined) ?? 'Write one of these.');
};

const schemasByName: Rule = (value, path, report) => {
  if (!isRecord(value)) return mustBe('a mapping of names to schemas', value, path, report);
  for (const [name, schema] of Object.entries(value)) checkSchema(schema, [...path, name], report);
};

const schemasByPattern: Rule = (value, path, report) => {
  schemasByName(value, path, report);
  if (isRecord(value)) for (const pattern of Object.keys(value)) checkPattern(pattern, [...path, pattern], report);
};

const schemaList: Rule = (value, path, report) => {
  if (!Array.isArray(value) || value.length === 0)
    return mustBe('a list with at least one schema', value, path, report);
  for (const [index, schema] of value.entries()) checkSchema(schema, [...path, index], report);
};

const schemaOrList: Rule = (value, path, report) =>
  Array.isArray(value) ? schemaList(value, path, report) : checkSchema(value, path, report);

const names: Rule = (value, path, report) => {
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
  if (!isList) mustBe('a list of names', value, path, report);
};

const values: Rule = (value, path, report) => {
  if (!Array.isArray(value) || value.length === 0) mustBe('a list with at least one value', value, path, report);
};

const number: Rule = (value, path, report) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) mustBe('a number', value, path, report);
};

const count: Rule = (value, path, report) => {
  if (!Number.isInteger(value) || Number(value) < 0) mustBe('a whole number from 0 on', value, path, report);
};

const text: Rule = (value, path, report) => {
  if (typeof value !== 'string') mustBe('a text', value, path, report);
};

const checkPattern: Rule = (value, path, report) => {
  if (typeof value !== 'string') return mustBe('a regular expression', value, path, report);
  try {
    new RegExp(value);
  } catch (error) {
    const reason = (error as Error).message.replace(/^.*: /s, '');
    report(path, `is not a regular expression: ${reason}`, 'Write it as in JavaScript, without slashes.');
  }
};

function mustBe(what: string, value: unknown, path: Path, report: Report): void {
  report(path, `must be ${what}, but it is ${describeValue(value)}`, `Write ${what}, as JSON Schema has it.`);
}

const RULES: Readonly<Record<string, Rule>> = {
  type: checkType,
  enum: values,
  properties: schemasByName,
  $defs: schemasByName,
  definitions: schemasByName,
  patternProperties: schemasByPattern,
  required: names,
  additionalProperties: checkSchema,
  propertyNames: checkSchema,
  items: schemaOrList,
  prefixItems: schemaList,
  additionalItems: checkSchema,
  contains: checkSchema,
  anyOf: schemaList,
  oneOf: schemaList,
  allOf: schemaList,
  pattern: checkPattern,
  format: text,
  $ref: text,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: number,
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  minProperties: count,
  maxProperties: count,
};
