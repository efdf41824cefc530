import type { Edit } from '../edits.js';
import { escapeJavaScript } from './escapes.js';
import type { JavaScriptPlace } from './javascript-reader.js';
import type { ScriptValue } from './value.js';

/** Writes a value where it is data for JavaScript. */
export function writeJavaScript({ token, kind }: JavaScriptPlace, value: ScriptValue, code: string): Edit {
  const { start } = token;
  const before = code.slice(0, start).slice(-8);
  return { start, end: start + token.text.length, text: write(kind, value, before) };
}

/** `\$id.output` stands for itself. */
export function writeEscapedJavaScript({ token, kind }: JavaScriptPlace, code: string): Edit[] {
  const place = { start: token.start - 1, end: token.start + token.text.length };
  if (kind === 'expression') return [{ ...place, text: token.text }];
  // In a raw template the backslash would stay; a second one before it makes it literal anyway.
  if (kind === 'template' && code[token.start - 2] !== '\\') return [{ ...place, text: `\${"${token.text}"}` }];
  return [];
}

function write(kind: JavaScriptPlace['kind'], value: ScriptValue, before: string): string {
  switch (kind) {
    case 'expression':
      return expression(value);
    case 'string':
      return escapeJavaScript(value.text, before);
    case 'template':
      // Also in a tagged or raw template, which would see the backslashes of an escaped text.
      return `\${${quoted(value.text)}}`;
    case 'pattern':
      return `(?:${escapeJavaScript(value.text, before)})`;
    case 'character-class':
      return escapeJavaScript(value.text, before);
  }
}

function expression(value: ScriptValue): string {
  const json = value.json();
  if (!json) return quoted(value.text);
  if (typeof json.value === 'string') return quoted(json.value);
  // As a literal `{"__proto__": …}` would not mean what it means in JSON.
  if (typeof json.value === 'object' && json.value !== null) return `JSON.parse(${quoted(json.text)})`;
  const literal = json.text.trim();
  return literal.startsWith('-') ? `(${literal})` : literal;
}

function quoted(text: string): string {
  return `"${escapeJavaScript(text, '')}"`;
}
