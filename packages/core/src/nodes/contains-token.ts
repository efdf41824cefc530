/**
 * Whether a text holds a word as a whole token: `INCOMPLETE` and `COMPLETE-ish` do not contain `COMPLETE`,
 * `<done>COMPLETE</done>` and `**COMPLETE**` do.
 */
export function containsToken(text: string, token: string): boolean {
  const word = String.raw`[\p{L}\p{N}_]`;
  const escaped = token.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const begins = new RegExp(`^${word}`, 'u').test(token) ? `(?<!${word}|${word}-)` : '';
  const ends = new RegExp(`${word}$`, 'u').test(token) ? `(?!${word}|-${word})` : '';
  return new RegExp(`${begins}${escaped}${ends}`, 'u').test(text);
}
