/** One JSON object of an agent's output stream; nothing about its fields is taken for granted. */
export type StreamRecord = Readonly<Record<string, unknown>>;

/** The object that a line holds, or undefined: warnings and banners reach stdout, too. */
export function parseRecord(line: string): StreamRecord | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The value if it is an object, else an empty one. */
export function recordOf(value: unknown): StreamRecord {
  return isRecord(value) ? value : {};
}

/** The objects of a list; no other value has any. */
export function recordsOf(value: unknown): StreamRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** The value if it is a text, else an empty one. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The value if it is a number, else null: what is unknown is never 0. */
export function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function isRecord(value: unknown): value is StreamRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
