import type { ReferenceValues } from './reference-values.js';
import type { TextRendering } from './render-text.js';

export type ScriptLanguage = 'javascript' | 'python';

/** Puts values into the code of a script so that every reference is data wherever it stands. */
export function renderScript(_code: string, _language: ScriptLanguage, _values: ReferenceValues): TextRendering {
  throw new Error('not written yet');
}
