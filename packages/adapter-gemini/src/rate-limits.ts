import type { AgentEvent } from '@agentflow/plugin-sdk';

/** Words by which Google tells that a limit of requests is reached. */
export const RATE_LIMIT = /RESOURCE_EXHAUSTED|quota|rate.?limit|too many requests|"?code"?: ?429\b/i;

/** The limit that an unsuccessful result tells of; `toldAt` is its time, from which Google counts. */
export function rateLimitEvents(words: string, toldAt: string): AgentEvent[] {
  if (!RATE_LIMIT.test(words)) return [];
  const resetsAt = Date.parse(toldAt) + delayIn(words);
  return [
    {
      type: 'rate-limit',
      message: 'The rate limit is reached.',
      ...(Number.isFinite(resetsAt) && { resetsAt: new Date(resetsAt).toISOString() }),
    },
  ];
}

const DELAY = /retry (?:in|after) ((?:\d+(?:\.\d+)?(?:ms|[hms]))+)/i;
const MILLISECONDS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** `Please retry in 1m34.07s`; NaN where no delay is told. */
function delayIn(words: string): number {
  const told = DELAY.exec(words)?.[1];
  if (told === undefined) return Number.NaN;
  const parts = [...told.matchAll(/([\d.]+)(ms|[hms])/g)];
  return parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (MILLISECONDS[unit] ?? 0), 0);
}
