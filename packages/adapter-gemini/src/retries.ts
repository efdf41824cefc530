import type { AgentEvent } from '@agentflow/plugin-sdk';

/**
 * Finds retries in pieces of stderr. Its event stream is silent about them, and gemini retries for minutes,
 * so this is all that tells a retry from a hang.
 */
export function createRetryReader(): (text: string) => AgentEvent[] {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(0, LONGEST_LINE);
    return lines.flatMap(retryIn);
  };
}

const LONGEST_LINE = 2_000;
const RETRY = /^Attempt (\d+) failed(.*?)\. Retrying (?:after (\d+)ms|with backoff)\.\.\.(.*)$/;

function retryIn(line: string): AgentEvent[] {
  const [, attempt, about = '', delayMs, error = ''] = RETRY.exec(line.trimEnd()) ?? [];
  if (attempt === undefined) return [];
  return [
    {
      type: 'retry',
      reason: reasonOf(about, error),
      attempt: Number(attempt),
      ...(delayMs !== undefined && { delayMs: Number(delayMs) }),
    },
  ];
}

function reasonOf(about: string, error: string): string {
  const status = /^ with (?:status )?(\d{3})\b/.exec(about)?.[1];
  if (status !== undefined) return `HTTP ${status}`;
  const words = about === '' ? error.replace(/^\s*\w*Error: /, '') : about.replace(/^(:| with)/, '');
  return words.trim() || 'error';
}
