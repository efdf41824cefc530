import type { AgentEvent } from '@agentflow/plugin-sdk';

/**
 * Finds retries in pieces of stderr. Its event stream is silent about them, and gemini retries for minutes,
 * so this is all that tells a retry from a hang.
 */
export function createRetryReader(): (text: string) => AgentEvent[] {
  let rest = '';
  let begun = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(0, LONGEST);
    return lines.flatMap((line) => {
      begun = BEGIN.test(line) ? line : `${begun}\n${line}`.slice(0, LONGEST);
      const retries = retryIn(begun);
      if (retries.length > 0) begun = '';
      return retries;
    });
  };
}

const LONGEST = 2_000;
const BEGIN = /^Attempt \d+ failed/;
/** The error that it tells of may have several lines. */
const RETRY = /^Attempt (\d+) failed(.*?)\. Retrying (?:after (\d+)ms|with backoff)\.\.\.(.*)$/s;

function retryIn(text: string): AgentEvent[] {
  const [, attempt, about = '', delayMs, error = ''] = RETRY.exec(text.trimEnd()) ?? [];
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
  return words.trim().split('\n')[0] || 'error';
}
