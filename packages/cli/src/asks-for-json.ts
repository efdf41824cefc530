/** Whether the raw arguments ask for JSON; needs no parsing, so that a parse error can be JSON too. */
export function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end === -1 ? undefined : end).includes('--json');
}
