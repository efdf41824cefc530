import type { FailureReason, Outcome } from '@agentflow/plugin-sdk';
import type { TaskFailure } from '../types.js';
import type { StopReason } from './attempt.js';

export function failed(reason: FailureReason, message: string): Outcome {
  return { status: 'failed', reason, message };
}

export function stopped(stop: StopReason): Outcome {
  return stop.kind === 'completed' ? { status: 'done', output: '' } : { status: 'cancelled', message: stop.message };
}

/** Why a task that ended so is not DONE. */
export function failureOf(outcome: Outcome): TaskFailure | undefined {
  switch (outcome.status) {
    case 'done':
      return undefined;
    case 'cancelled':
      return { reason: 'cancelled', message: outcome.message };
    case 'failed': {
      const { reason, message, hint } = outcome;
      return { reason, message, ...(hint !== undefined && { hint }) };
    }
  }
}
