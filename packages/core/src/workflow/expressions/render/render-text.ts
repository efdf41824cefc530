import { findReferences } from '../references.js';
import { createResolver, type ReferenceValues } from './reference-values.js';

export type TextRendering =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

/** Puts values into a prompt or message: plain text, one pass, nothing of a value is read again. */
export function renderText(text: string, values: ReferenceValues): TextRendering {
  const resolve = createResolver(values);
  const parts: string[] = [];
  let position = 0;
  for (const token of findReferences(text)) {
    const end = token.start + token.text.length;
    if (token.escaped) {
      parts.push(text.slice(position, token.start - 1), token.text);
    } else {
      const value = resolve(token.reference);
      if (!value.ok) return value;
      parts.push(text.slice(position, token.start), value.known ? value.text : token.text);
    }
    position = end;
  }
  parts.push(text.slice(position));
  return { ok: true, text: parts.join('') };
}
