import type { Edit } from '../edits.js';
import { escapeBytes, escapePython, utf8 } from './escapes.js';
import type { PythonLiteral, PythonPlace } from './python-reader.js';
import type { ScriptValue } from './value.js';

/** Writes a value where it is data for Python. */
export function writePython({ token, kind, literal, inField }: PythonPlace, value: ScriptValue, code: string): Edit {
  const place = { start: token.start, end: token.start + token.text.length };
  const before = code.slice(0, token.start).slice(-8);
  if (kind === 'format') return { ...place, text: `{${withoutQuotes(value.text)}}` };
  if (kind === 'expression' || !literal) return { ...place, text: expression(value, before, inField) };
  if (inField) {
    const middle = withoutQuotes(value.text, literal.isBytes);
    return { ...place, text: `${literal.quotes}+${middle}+${literal.prefix}` };
  }
  if (literal.isRaw) return splitRaw(place, literal, value.text, code);
  return { ...place, text: literal.isBytes ? escapeBytes(value.text, before) : escapePython(value.text, before) };
}

/** A literal in a field that was split is one operand still, together with those beside it. */
export function encloseSplitLiterals(places: readonly PythonPlace[]): Edit[] {
  const joined = places.flatMap(({ kind, inField, literal }) =>
    kind === 'text' && inField && literal ? literal.joined : [],
  );
  return [...new Set(joined)].flatMap(({ start, end }) => [
    { start, end: start, text: '(' },
    { start: end, end, text: ')' },
  ]);
}

/** `\$id.output` stands for itself; a second backslash before it makes that one literal. */
export function writeEscapedPython({ token, kind, literal }: PythonPlace, code: string): Edit[] {
  const backslashes = /\\*$/.exec(code.slice(0, token.start))?.[0].length ?? 0;
  if (kind === 'text' && !literal?.isRaw && backslashes % 2 === 0) return [];
  return [{ start: token.start - 1, end: token.start, text: '' }];
}

/** A raw literal cannot hold every text: it is closed before the value and opened again after it. */
function splitRaw(place: Pick<Edit, 'start' | 'end'>, literal: PythonLiteral, text: string, code: string): Edit {
  const { prefix, quotes, isBytes } = literal;
  // What would join with the closing quotes is written with the value.
  const own = code.slice(literal.start + prefix.length, place.start);
  const tail = /[\\'"]*$/.exec(own)?.[0] ?? '';
  const middle = isBytes ? `b"${escapeBytes(tail + text, '')}"` : `"${escapePython(tail + text, '')}"`;
  return { start: place.start - tail.length, end: place.end, text: `${quotes} ${middle} ${prefix}` };
}

function expression(value: ScriptValue, before: string, inField: boolean): string {
  const space = /[\w\u0080-\uffff]$/.test(before) ? ' ' : '';
  const json = value.json();
  const string = (text: string): string => (inField ? withoutQuotes(text) : `"${escapePython(text, '')}"`);
  if (!json) return space + string(value.text);
  if (typeof json.value === 'string') return space + string(json.value);
  if (json.value === null) return `${space}None`;
  if (typeof json.value === 'boolean') return space + (json.value ? 'True' : 'False');
  if (typeof json.value === 'object') return `${space}__import__(${string('json')}).loads(${string(json.text)})`;
  const number = json.text.trim();
  return space + (number.startsWith('-') ? `(${number})` : number);
}

/** A string, or bytes, written as a number: f-strings before Python 3.12 take no quotes and no backslashes. */
function withoutQuotes(text: string, isBytes = false): string {
  const bytes = utf8(text);
  const value = `(0x0${bytes.toString('hex')}).to_bytes(${bytes.length},${word('big')})`;
  return isBytes ? value : `${value}.decode(${word('utf-8')},${word('surrogatepass')})`;
}

function word(text: string): string {
  return `bytes((${[...Buffer.from(text)].join(',')})).decode()`;
}
