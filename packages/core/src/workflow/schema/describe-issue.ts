import type { StandardIssue } from '@agentflow/plugin-sdk';
import type { DiagnosticCode } from '../diagnostic-codes.js';
import { didYouMean } from '../suggest.js';

/** The facts zod adds to a Standard Schema issue; another library's issue has only message and path. */
export interface DetailedIssue extends StandardIssue {
  readonly code?: string;
  readonly expected?: string;
  readonly format?: string;
  readonly values?: readonly unknown[];
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly inclusive?: boolean;
  readonly keys?: readonly string[];
  readonly issues?: readonly DetailedIssue[];
  readonly errors?: readonly (readonly DetailedIssue[])[];
  readonly params?: { readonly blank?: boolean; readonly hint?: string };
}

export interface IssueDescription {
  readonly code: DiagnosticCode;
  /** Completes the sentence `"field" …`. */
  readonly text: string;
  readonly hint: string;
}

/** Says in the user's words what is wrong with a value. */
export function describeIssue(issue: DetailedIssue, found: unknown, field: string): IssueDescription {
  const but = `but it is ${describeValue(found)}`;
  switch (issue.code) {
    case 'invalid_type':
      return invalid(`must be ${typeName(issue)}, ${but}`, typeHint(issue, found, field));
    case 'invalid_union':
      return invalid(`must be ${either(alternatives(issue))}, ${but}`, unionHint(issue, found, field));
    case 'invalid_value':
      return invalid(`must be ${either(valueList(issue))}, ${but}`, valueHint(issue, found));
    case 'too_small':
      return outOfRange(`${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`, found);
    case 'too_big': {
      const hint = isDuration(field) ? ' Milliseconds are meant; the most is almost 25 days.' : '';
      return outOfRange(`${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}`, found, hint);
    }
    case 'unrecognized_keys':
      return invalid(`has no field ${either((issue.keys ?? []).map((key) => JSON.stringify(key)))}`, 'Take it out.');
    case 'invalid_key':
      return invalid(issue.issues?.[0]?.message ?? 'cannot be a key', 'Give it another name.');
    case 'custom':
      if (issue.params?.blank)
        return { code: 'blank-value', text: 'is blank', hint: 'Write its text, or take the key out.' };
      return invalid(issue.message, issue.params?.hint);
    default:
      return invalid(`is wrong: ${issue.message}`);
  }
}

/** The size of a list or a text is not its value. */
function outOfRange(range: string, found: unknown, hint = ''): IssueDescription {
  const unit = Array.isArray(found) ? 'item' : typeof found === 'string' ? 'character' : undefined;
  if (unit === undefined)
    return invalid(`must be ${range}, but it is ${describeValue(found)}`, `Write a number that is ${range}.${hint}`);
  const size = / 1$/.test(range) ? unit : `${unit}s`;
  return invalid(
    `must have ${range} ${size}, but it has ${(found as string | unknown[]).length}`,
    `Write ${range} ${size}.`,
  );
}

/** Whether the value has a wrong type altogether, as opposed to a wrong part. */
export function isTypeIssue(issue: DetailedIssue): boolean {
  return issue.code === 'invalid_type' || issue.code === 'invalid_value';
}

export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 37)}…"` : text;
}

const SEE_SCHEMA = 'The command "agentflow schema" prints what is possible.';

function invalid(text: string, hint = SEE_SCHEMA): IssueDescription {
  return { code: 'invalid-value', text, hint };
}

const TYPES: Readonly<Record<string, { readonly name: string; readonly hint: string }>> = {
  string: { name: 'a text', hint: 'Write a text.' },
  number: { name: 'a number', hint: 'Write a number, without quotes.' },
  int: { name: 'a whole number', hint: 'Write a whole number, without quotes.' },
  boolean: { name: 'true or false', hint: 'Write true or false, without quotes.' },
  array: { name: 'a list', hint: 'Write it as a list: [one, two].' },
  object: { name: 'a mapping', hint: 'Write it as a mapping of keys and values.' },
  record: { name: 'a mapping', hint: 'Write it as a mapping of keys and values.' },
};

function typeName({ expected, format }: DetailedIssue): string {
  return TYPES[format === 'safeint' ? 'int' : (expected ?? '')]?.name ?? String(expected);
}

function typeHint(issue: DetailedIssue, found: unknown, field: string): string {
  const expected = issue.expected ?? issue.errors?.[0]?.[0]?.expected ?? 'number';
  if (expected === 'array' && typeof found === 'string') return `Write it as a list: [${found}].`;
  const isUnquoted = typeof found === 'number' || typeof found === 'boolean';
  if (expected === 'string' && isUnquoted) return `Put it in quotes: "${found}".`;
  if (isDuration(field)) return `Write milliseconds, for example "${field}: 30000" for half a minute.`;
  return TYPES[expected]?.hint ?? SEE_SCHEMA;
}

function isDuration(field: string): boolean {
  return /timeout$|_ms$/.test(field);
}

function unionHint(issue: DetailedIssue, found: unknown, field: string): string {
  const values = issue.errors?.flatMap((branch) => branch[0]?.values ?? []) ?? [];
  return values.length > 0 ? valueHint({ ...issue, values }, found) : typeHint(issue, found, field);
}

function valueHint(issue: DetailedIssue, found: unknown): string {
  const values = (issue.values ?? []).map(String);
  return (typeof found === 'string' ? didYouMean(found, values) : undefined) ?? 'Write one of these.';
}

function valueList(issue: DetailedIssue): string[] {
  return (issue.values ?? []).map((value) => JSON.stringify(value));
}

function alternatives(issue: DetailedIssue): string[] {
  const first = (issue.errors ?? []).map((branch) => branch[0]);
  return first.flatMap((branch) => (branch?.values ? valueList(branch) : branch ? [typeName(branch)] : []));
}

function either(items: readonly string[]): string {
  if (items.length <= 1) return items.join('');
  return `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`;
}
