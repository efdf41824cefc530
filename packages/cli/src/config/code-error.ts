/** Why a config file that is code could not be loaded, and where, as far as its error tells. */
export interface CodeError {
  readonly reason: string;
  readonly line?: number;
  readonly column?: number;
}

export function codeError(error: unknown, file: string): CodeError {
  if (!(error instanceof Error)) return { reason: String(error) };
  // jiti puts the place of a syntax error into its message; the column counts from 0.
  const [, syntax, at, column] = /^(?:ParseError: )?(.*?)\s*\n.*:(\d+):(\d+)$/s.exec(error.message) ?? [];
  if (syntax !== undefined) return { reason: syntax, line: Number(at), column: Number(column) + 1 };
  const [reason = ''] = error.message.split('\n');
  // jiti keeps the lines of what it compiles, but not the columns.
  const line = Number.parseInt(error.stack?.split(`${file}:`)[1] ?? '', 10);
  return { reason, ...(line > 0 && { line }) };
}
