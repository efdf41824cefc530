/** What a reference in a text points at. */
export type Reference =
  | { readonly kind: 'output'; readonly id: string; readonly path: readonly string[] }
  | { readonly kind: 'status' | 'exit_code'; readonly id: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'input'; readonly name: string };

export interface ReferenceToken {
  readonly reference: Reference;
  readonly text: string;
  readonly start: number;
  /** Written `\$id.output`: stays literal. */
  readonly escaped: boolean;
}

/** Variables every text may use; a node type can add its own. */
export const COMMON_VARIABLES = ['ARGUMENTS', 'GOAL', 'SESSION_ID', 'ARTIFACTS_DIR'] as const;

/** Variables that only some node types give a value. */
const TYPE_VARIABLES = ['LOOP_ITERATION', 'LOOP_PREV_OUTPUT', 'LOOP_USER_INPUT', 'REJECTION_REASON'] as const;

const VARIABLES = [...COMMON_VARIABLES, ...TYPE_VARIABLES].join('|');

const REFERENCE = new RegExp(
  String.raw`(\\?)\$(?:(?!INPUTS\.)(?<id>[A-Za-z_][A-Za-z0-9_-]*)\.(?<field>output|status|exit_code)\b(?<path>(?:\.[A-Za-z0-9_-]+)*)` +
    String.raw`|INPUTS\.(?<input>[A-Za-z_][A-Za-z0-9_]*)|(?<variable>${VARIABLES})\b)`,
  'g',
);

/** All references of a text, in order. Substituted text is never scanned again, so one pass is all there is. */
export function findReferences(text: string): ReferenceToken[] {
  return [...eachReference(text)];
}

/** The same one by one: a text of 9 MB may have a million. */
export function* eachReference(text: string): Generator<ReferenceToken> {
  if (!text.includes('$')) return;
  for (const match of text.matchAll(REFERENCE)) {
    const escaped = match[1] === '\\';
    const reference = toReference(match.groups ?? {});
    yield { reference, text: match[0].slice(escaped ? 1 : 0), start: match.index + (escaped ? 1 : 0), escaped };
  }
}

export interface NearReference {
  readonly id: string;
  /** The word behind the dot, which is none of `REFERENCE_FIELDS`. */
  readonly field: string;
  readonly text: string;
  readonly start: number;
}

/** What every reference to a node has behind its first dot. */
export const REFERENCE_FIELDS = ['output', 'status', 'exit_code'] as const;

const NEAR_REFERENCE = new RegExp(
  String.raw`(?<!\\)\$(?<id>[A-Za-z_][A-Za-z0-9_-]*)\.(?!(?:${REFERENCE_FIELDS.join('|')})\b)(?<field>[A-Za-z_]\w*)`,
  'g',
);

/** What looks like a reference to a node and is none, one by one. */
export function* eachNearReference(text: string): Generator<NearReference> {
  if (!text.includes('$')) return;
  for (const match of text.matchAll(NEAR_REFERENCE)) {
    const { id = '', field = '' } = match.groups ?? {};
    yield { id, field, text: match[0], start: match.index };
  }
}

function toReference({ id, field, path, input, variable }: Record<string, string | undefined>): Reference {
  if (variable !== undefined) return { kind: 'variable', name: variable };
  if (input !== undefined) return { kind: 'input', name: input };
  if (field === 'output') return { kind: 'output', id: id as string, path: (path ?? '').split('.').slice(1) };
  return { kind: field as 'status' | 'exit_code', id: id as string };
}
