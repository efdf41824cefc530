import { didYouMean, type SessionSummary } from '@agentflow/core';
import { CliError } from '../cli-error.js';
import { EXIT_CODES } from '../exit-codes.js';
import type { ListedStatus } from './session-words.js';

export const LISTED_STATUSES = ['running', 'paused', 'interrupted', 'done', 'failed', 'cancelled', 'damaged'] as const;

/** `done,failed` as statuses; throws for a word that is none of those allowed. */
export function parseStatuses(text: string, allowed: readonly string[]): ListedStatus[] {
  return text.split(',').map((part) => {
    const word = part.trim().toLowerCase();
    if (allowed.includes(word)) return word.toUpperCase() as ListedStatus;
    const question = didYouMean(word, allowed) ?? '';
    throw new CliError(`--status: "${word.slice(0, 40)}" is not one of ${allowed.join(', ')}. ${question}`.trimEnd(), {
      code: 'usage',
      exitCode: EXIT_CODES.USAGE,
    });
  });
}

export function statusOf(summary: SessionSummary): ListedStatus {
  return summary.damaged === null ? summary.status : 'DAMAGED';
}
