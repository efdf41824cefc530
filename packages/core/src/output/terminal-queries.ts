/**
 * What a program asks its terminal: what it is (DA, XTVERSION), where the cursor is and whether it is well (DSR), which
 * modes it has (DECRQM) and how it reports keys.
 */
const QUERY = /\x1b\[[>=?]?[0-9;]*c|\x1b\[\??[0-9]+n|\x1b\[>[0-9]*q|\x1b\[\??[0-9]+\$p|\x1b\[\?u/g;
const ESCAPE = 0x1b;

/** Output without questions to the terminal, for a terminal that must not answer. */
export function withoutQueries(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(ESCAPE)) return bytes;
  // Each byte as one character, so that nothing else changes.
  const text = Buffer.from(bytes).toString('latin1');
  const shown = text.replace(QUERY, '');
  return shown.length === text.length ? bytes : Buffer.from(shown, 'latin1');
}
