/** One JSON object of the agent's output stream; nothing about its fields is taken for granted. */
export type StreamRecord = Readonly<Record<string, unknown>>;

/** The object a line holds, or undefined: warnings and banners also reach stdout. */
export function parseLine(line: string): StreamRecord | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function recordOf(value: unknown): StreamRecord {
  return isRecord(value) ? value : {};
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function isRecord(value: unknown): value is StreamRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
