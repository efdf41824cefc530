import type { Reference } from '../references.js';

/** What the references of a text stand for. `undefined` means unknown: such a reference stays as it is written. */
export interface ReferenceValues {
  /** The whole output; '' for a skipped producer. */
  output(id: string): string | undefined;
  /** A task status such as `DONE`; `SKIPPED` explains a missing field. */
  status(id: string): string | undefined;
  /** `null`, an empty text, when the node ran no program. */
  exitCode(id: string): number | null | undefined;
  variable(name: string): string | undefined;
  input(name: string): string | undefined;
}

export type Resolution =
  | { readonly ok: true; readonly known: true; readonly text: string; readonly json: () => JsonText | undefined }
  | { readonly ok: true; readonly known: false }
  | { readonly ok: false; readonly message: string };

/** A JSON value, and the text it was read from, which is exact where a number is not. */
export interface JsonText {
  readonly value: unknown;
  readonly text: string;
}

export type Resolver = (reference: Reference) => Resolution;

/** Resolves references, parsing the output of each producer at most once and only when it is needed. */
export function createResolver(values: ReferenceValues): Resolver {
  const parsed = new Map<string, JsonText | undefined>();
  const parseOutput = (id: string, text: string): JsonText | undefined => {
    if (!parsed.has(id)) parsed.set(id, parse(text));
    return parsed.get(id);
  };
  return (reference) => resolve(reference, values, parseOutput);
}

/** The value of one reference; a field that is not there is a failure that says why. */
export function resolveReference(reference: Reference, values: ReferenceValues): Resolution {
  return createResolver(values)(reference);
}

/** A reference as it is written. */
export function referenceText(reference: Reference): string {
  switch (reference.kind) {
    case 'output':
      return `$${[reference.id, 'output', ...reference.path].join('.')}`;
    case 'status':
    case 'exit_code':
      return `$${reference.id}.${reference.kind}`;
    case 'variable':
      return `$${reference.name}`;
    case 'input':
      return `$INPUTS.${reference.name}`;
  }
}

type ParseOutput = (id: string, text: string) => JsonText | undefined;

function resolve(reference: Reference, values: ReferenceValues, parseOutput: ParseOutput): Resolution {
  switch (reference.kind) {
    case 'output':
      return resolveOutput(reference, values, parseOutput);
    case 'status':
      return plain(values.status(reference.id));
    case 'exit_code':
      return exitCode(values.exitCode(reference.id));
    case 'variable':
      return plain(values.variable(reference.name));
    case 'input':
      return plain(values.input(reference.name));
  }
}

function plain(text: string | undefined): Resolution {
  return text === undefined ? { ok: true, known: false } : { ok: true, known: true, text, json: () => undefined };
}

function exitCode(code: number | null | undefined): Resolution {
  if (code === undefined) return { ok: true, known: false };
  if (code === null) return { ok: true, known: true, text: '', json: () => undefined };
  const text = String(code);
  return { ok: true, known: true, text, json: () => ({ value: code, text }) };
}

function resolveOutput(
  reference: Extract<Reference, { kind: 'output' }>,
  values: ReferenceValues,
  parseOutput: ParseOutput,
): Resolution {
  const { id, path } = reference;
  const output = values.output(id);
  if (output === undefined) return { ok: true, known: false };
  if (path.length === 0) return { ok: true, known: true, text: output, json: () => parseOutput(id, output) };
  const fail = (reason: string): Resolution => ({ ok: false, message: `${referenceText(reference)}: ${reason}.` });
  const field = `field "${path.join('.')}"`;
  if (values.status(id) === 'SKIPPED') return fail(`node "${id}" was skipped, so its output has no ${field}`);
  const json = parseOutput(id, output);
  if (!json) return fail(`the output of node "${id}" is not JSON, so it has no ${field}`);
  const found = fieldOf(json.value, path);
  if (!found) return fail(`the output of node "${id}" has no ${field}`);
  const { value } = found;
  const jsonText = write(value);
  if (jsonText === undefined) return fail(`${field} of the output of node "${id}" is nested too deeply`);
  const text = typeof value === 'string' ? value : jsonText;
  return { ok: true, known: true, text, json: () => ({ value, text: jsonText }) };
}

function parse(text: string): JsonText | undefined {
  try {
    return { value: JSON.parse(text), text };
  } catch {
    return undefined;
  }
}

/** Reading JSON has no limit of depth, writing it has. */
function write(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function fieldOf(json: unknown, path: readonly string[]): { readonly value: unknown } | undefined {
  let value = json;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    if (Array.isArray(value) && !/^\d+$/.test(key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return { value };
}
