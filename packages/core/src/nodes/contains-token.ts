/**
 * Whether a text holds a word as a whole token: `INCOMPLETE`, `TASK_COMPLETE` and `COMPLETE-ish` do not contain
 * `COMPLETE`; `<done>COMPLETE</done>`, `**COMPLETE**` and `_COMPLETE_` do.
 */
export function containsToken(text: string, token: string): boolean {
  const letter = String.raw`[\p{L}\p{N}]`;
  const escaped = token.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  // An underscore that joins no words is emphasis. Looking back comes last: a text may have a million of them.
  const begins = /^[\p{L}\p{N}_]/u.test(token) ? `(?<!${letter}(?:-|_*)${escaped})` : '';
  const ends = /[\p{L}\p{N}_]$/u.test(token) ? `(?!(?:-|_*)${letter})` : '';
  return new RegExp(escaped + ends + begins, 'u').test(text);
}
