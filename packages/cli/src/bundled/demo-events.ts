import type { AgentEvent } from '@agentflow/plugin-sdk';

/** The demo agent prints AgentFlow's own agent events, one JSON object per line; any other line is plain text. */
export function parseDemoLine(line: string): AgentEvent | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value = JSON.parse(line) as Partial<AgentEvent>;
    return TYPES.has(String(value.type)) ? (value as AgentEvent) : undefined;
  } catch {
    return undefined;
  }
}

const TYPES: ReadonlySet<string> = new Set<AgentEvent['type']>([
  'session',
  'message',
  'tool',
  'usage',
  'retry',
  'rate-limit',
  'result',
]);
