import * as z from 'zod';
import type { Plan } from '../../workflow/plan.js';
import { isRecord } from '../../workflow/schema/unknown-keys.js';
import { readDocument } from '../../workflow/source/read-document.js';
import { readText } from '../../workflow/source/read-text.js';
import { didYouMean } from '../../workflow/suggest.js';

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const json = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).transform((it) => JSON.stringify(it));
const none = z.null().transform(() => '');
const result = z.union([text, json, none], { error: 'must be a text, a number, a list or an object' });

const stub = z
  .strictObject({
    /** What the node gives out; the same every time it is asked. */
    output: result.optional(),
    /** One after the other for a node that runs its agent several times; the last one is repeated. */
    outputs: z.array(result).min(1).optional(),
    exit_code: z.int().min(0).max(255).optional(),
    /** Fails the node's agent with this message. */
    failure: z.string().optional(),
    decision: z.enum(['approve', 'reject']).optional(),
  })
  .refine(({ output, outputs }) => output === undefined || outputs === undefined, {
    message: 'has both "output" and "outputs"; keep one',
  });

/** The canned result of a node, for all its runs or for one after the other. */
export type Stub = z.output<typeof stub>;

/** The canned results of a session by the ids of its nodes. */
export type Stubs = ReadonlyMap<string, Stub>;

/** The stubs file cannot be used. */
export class StubsError extends Error {
  override readonly name = 'StubsError';
  readonly file: string;
  readonly hint: string | undefined;

  constructor(message: string, file: string, hint?: string) {
    super(message);
    this.file = file;
    this.hint = hint;
  }
}

/** Reads canned results: node id → a text, or an object with `output`, `outputs`, `exit_code`, `failure`, `decision`. */
export async function readStubs(file: string, plan: Plan): Promise<Stubs> {
  const known = plan.nodes.map(({ id }) => id);
  const entries = Object.entries(await readEntries(file)).map(([id, value]) => {
    if (!known.includes(id))
      throw new StubsError(`There is no node "${id}".`, file, didYouMean(id, known) ?? undefined);
    const read = isRecord(value) ? stub.safeParse(value) : result.transform((output) => ({ output })).safeParse(value);
    if (read.success) return [id, read.data] as const;
    const [issue] = read.error.issues;
    const place = [id, ...(issue?.path ?? [])].join('.');
    throw new StubsError(`${place}: ${issue?.message ?? 'is invalid'}.`, file);
  });
  return new Map(entries);
}

async function readEntries(file: string): Promise<Record<string, unknown>> {
  const read = await readText(file, file);
  if (!read.ok) throw new StubsError(read.diagnostic.message, file, read.diagnostic.hint);
  const parsed = readDocument(read.text, file);
  if (!parsed.ok) {
    const [{ message, line, column, hint } = { message: 'It is not YAML.', line: 1, column: 1, hint: undefined }] =
      parsed.diagnostics;
    throw new StubsError(`Line ${line}, column ${column}: ${message}`, file, hint);
  }
  const { value } = parsed.document;
  if (isRecord(value)) return value;
  throw new StubsError('The file must map node ids to results.', file);
}
