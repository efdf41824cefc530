/**
 * Everything but letters, digits, blanks and `_` is escaped, not only what a literal needs: should code be read
 * otherwise than here, a value still holds no character that code could be made of.
 */
const UNSAFE = /[\0-\x1f!-/:-@[-^`{-\x9f\u2028\u2029\ufeff]|\p{Surrogate}/gu;

/** For a string of JavaScript, and for a regular expression, in which it matches the text itself. */
export function escapeJavaScript(text: string, before: string): string {
  return guardStart(text.replace(UNSAFE, unicodeEscape), before);
}

/** For a string of Python. */
export function escapePython(text: string, before: string): string {
  return guardStart(text.replace(UNSAFE, pythonEscape), before);
}

/** For a bytes literal of Python: the text in UTF-8. */
export function escapeBytes(text: string, before: string): string {
  const latin = utf8(text).toString('latin1');
  return guardStart(latin.replace(/[^A-Za-z0-9 _]/g, hexEscape), before);
}

/** UTF-8 that keeps lone surrogates, as Python's `surrogatepass` does. */
export function utf8(text: string): Buffer {
  const parts = text.split(/(\p{Surrogate})/u).map((part, index) => {
    if (index % 2 === 0) return Buffer.from(part);
    const unit = part.charCodeAt(0);
    return Buffer.of(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f));
  });
  return Buffer.concat(parts);
}

/** An escape that is not over before the value (`\1`, `\x4`) must not swallow its first character. */
function guardStart(escaped: string, before: string): string {
  if (!before.slice(-8).includes('\\')) return escaped;
  return escaped.replace(/^[A-Za-z0-9]/, hexEscape);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function pythonEscape(character: string): string {
  return character.charCodeAt(0) < 0x100 ? hexEscape(character) : unicodeEscape(character);
}

function hexEscape(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
