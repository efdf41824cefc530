import { findReferences, type ReferenceToken } from '../references.js';
import { applyEdits, type Edit } from './edits.js';
import { createResolver, type ReferenceValues, type Resolver } from './reference-values.js';
import type { TextRendering } from './render-text.js';
import { writeEscapedJavaScript, writeJavaScript } from './script/javascript.js';
import { readJavaScript } from './script/javascript-reader.js';
import { encloseSplitLiterals, writeEscapedPython, writePython } from './script/python.js';
import { readPython } from './script/python-reader.js';
import type { ScriptValue } from './script/value.js';

/** `javascript` is TypeScript too. */
export type ScriptLanguage = 'javascript' | 'python';

/**
 * Puts values into the code of a script so that every reference is data wherever it stands: the text inside a
 * literal, elsewhere the JSON value if the output is JSON, else a string.
 */
export function renderScript(code: string, language: ScriptLanguage, values: ReferenceValues): TextRendering {
  const tokens = findReferences(code);
  if (tokens.length === 0) return { ok: true, text: code };
  const positions = new Map(tokens.map((token) => [token.start - (token.escaped ? 1 : 0), token]));
  const render = language === 'python' ? renderPython : renderJavaScript;
  return render(code, positions, createResolver(values));
}

type Tokens = ReadonlyMap<number, ReferenceToken>;

function renderJavaScript(code: string, tokens: Tokens, resolve: Resolver): TextRendering {
  return render(code, readJavaScript(code, tokens), resolve, {
    write: (place, value) => writeJavaScript(place, value, code),
    writeEscaped: (place) => writeEscapedJavaScript(place, code),
  });
}

function renderPython(code: string, tokens: Tokens, resolve: Resolver): TextRendering {
  const places = readPython(code, tokens);
  if (!places) return { ok: false, message: 'The script is nested too deeply to put values into it.' };
  return render(code, places, resolve, {
    write: (place, value) => writePython(place, value, code),
    writeEscaped: (place) => writeEscapedPython(place, code),
    finish: encloseSplitLiterals,
  });
}

interface Writer<Place> {
  write(place: Place, value: ScriptValue): Edit;
  writeEscaped(place: Place): Edit[];
  /** What else the written places need. */
  finish?(written: readonly Place[]): Edit[];
}

function render<Place extends { readonly token: ReferenceToken }>(
  code: string,
  places: readonly Place[],
  resolve: Resolver,
  writer: Writer<Place>,
): TextRendering {
  const edits: Edit[] = [];
  const written: Place[] = [];
  for (const place of places) {
    if (place.token.escaped) {
      edits.push(...writer.writeEscaped(place));
      continue;
    }
    const value = resolve(place.token.reference);
    if (!value.ok) return value;
    if (!value.known) continue;
    edits.push(writer.write(place, value));
    written.push(place);
  }
  edits.push(...(writer.finish?.(written) ?? []));
  return { ok: true, text: applyEdits(code, edits) };
}
