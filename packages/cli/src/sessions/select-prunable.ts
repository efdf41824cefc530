import type { SessionSummary } from '@agentflow/core';
import { CliError } from '../cli-error.js';
import { EXIT_CODES } from '../exit-codes.js';
import type { ListedStatus } from './session-words.js';
import { statusOf } from './status-filter.js';

export interface PruneRule {
  readonly statuses: readonly ListedStatus[];
  readonly olderThanMs: number;
  /** So many of the newest sessions stay, however old they are. */
  readonly keep: number;
  readonly now: Date;
}

/** Which of the sessions (newest first) may go. One that runs never may. */
export function selectPrunable(sessions: readonly SessionSummary[], rule: PruneRule): SessionSummary[] {
  const newestThatMayGo = rule.now.getTime() - rule.olderThanMs;
  return sessions
    .slice(rule.keep)
    .filter((session) => !isLive(session))
    .filter((session) => rule.statuses.includes(statusOf(session)) && lastChange(session) <= newestThatMayGo);
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** `30d`, `12h`, `2w`, `0d` in milliseconds. */
export function parseAge(text: string): number {
  const [, number, unit] = /^(\d{1,9})([smhdw])$/.exec(text.trim()) ?? [];
  const size = UNITS[unit ?? ''];
  if (size !== undefined) return Number(number) * size;
  throw new CliError(`--older-than: "${text.slice(0, 40)}" is not a time.`, {
    code: 'usage',
    exitCode: EXIT_CODES.USAGE,
    hint: 'Write a number and a unit: 30d (days), 12h (hours), 2w (weeks), 90m (minutes) or 0d.',
  });
}

function isLive(session: SessionSummary): boolean {
  return session.damaged === null && (session.pid !== null || session.status === 'RUNNING');
}

function lastChange(session: SessionSummary): number {
  return Date.parse(session.damaged === null ? session.updatedAt : session.startedAt);
}
