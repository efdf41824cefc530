import { findReferences, type ReferenceToken } from '../references.js';
import { readBash } from './bash/read-bash.js';
import { rewriteConversion, rewriteDocument, rewriteSite } from './bash/rewrite.js';
import { BashVariables } from './bash/variables.js';
import type { BashVariable } from './bash-prelude.js';
import { applyEdits, type Edit } from './edits.js';
import { createResolver, type ReferenceValues, type Resolution } from './reference-values.js';

export type BashRendering =
  | { readonly ok: true; readonly text: string; readonly variables: readonly BashVariable[] }
  | { readonly ok: false; readonly message: string };

/** Without associative arrays, as on macOS, bash would evaluate their keys. */
const KEY_GUARD = 'declare -A __af0 || exit 1; ';

/**
 * Rewrites a bash text so that every reference is data wherever it stands: an expansion of a variable, quoted
 * for its place. Where bash would evaluate even a quoted value (arithmetic, `eval`), only a harmless one is let through.
 */
export function renderBash(text: string, values: ReferenceValues): BashRendering {
  const tokens = findReferences(text);
  if (tokens.length === 0) return { ok: true, text, variables: [] };
  const found = readBash(text, tokens);
  if (!found) return { ok: false, message: 'The bash text is nested too deeply to put values into it.' };
  const resolve = createResolver(values);
  const isKnown = ({ reference, escaped }: ReferenceToken): boolean => {
    const value: Resolution | undefined = escaped ? undefined : resolve(reference);
    return value !== undefined && !(value.ok && !value.known);
  };
  const variables = new BashVariables(text, resolve);
  const hasKeys = found.sites.some(({ demand, token }) => demand === 'key' && isKnown(token));
  const edits: Edit[] = [
    ...(hasKeys ? [{ start: 0, end: 0, text: KEY_GUARD }] : []),
    ...found.conversions.flatMap((conversion) => rewriteConversion(conversion, isKnown, variables)),
    ...found.sites.flatMap((site) => rewriteSite(site, isKnown, variables)),
    ...found.documents.flatMap((document) => rewriteDocument(document, isKnown, variables)),
  ];
  if (variables.problem !== undefined) return { ok: false, message: variables.problem };
  return { ok: true, text: applyEdits(text, edits), variables: variables.list() };
}
