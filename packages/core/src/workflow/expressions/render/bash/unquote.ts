/** A text without quotes, backslashes and joined lines; also `$'text'` and `$"text"`. */
export function unquote(text: string): string {
  return text.replace(/\\\n|\$(?=['"])|['"\\]/g, '');
}
