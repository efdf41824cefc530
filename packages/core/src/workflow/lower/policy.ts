import { parseExpression } from '../expressions/when-parser.js';
import type { NodePolicy, RetryPolicy, TriggerRule, WhenPolicy } from '../plan.js';
import type { Path, ProblemList } from '../problem.js';
import type { CommonValues } from '../schema/common.js';

/** The common fields as the engine wants them. A `when` that cannot be parsed is reported here. */
export function toPolicy(common: CommonValues, rule: TriggerRule, path: Path, problems: ProblemList): NodePolicy {
  const when = readWhen(common.when, [...path, 'when'], problems);
  return {
    triggerRule: common.trigger_rule ?? rule,
    ...(when && { when }),
    ...(common.retry !== undefined && { retry: toRetry(common.retry) }),
    ...(common.timeout !== undefined && { timeoutMs: common.timeout }),
    ...(common.idle_timeout !== undefined && { idleTimeoutMs: common.idle_timeout }),
    ...(common.output_type !== undefined && { outputType: common.output_type }),
    alwaysRun: common.always_run ?? false,
  };
}

function readWhen(value: CommonValues['when'], path: Path, problems: ProblemList): WhenPolicy | undefined {
  if (value === undefined) return undefined;
  const text = String(value);
  const result = parseExpression(text);
  if (result.ok) return { text, expression: result.expression };
  const { message, offset, length, hint } = result.error;
  problems.error('expression-syntax', path, message, { within: { offset, length }, hint });
  return undefined;
}

function toRetry(retry: NonNullable<CommonValues['retry']>): RetryPolicy {
  const fields = typeof retry === 'number' ? { max_attempts: retry } : retry;
  return {
    maxAttempts: fields.max_attempts,
    delayMs: fields.delay_ms ?? 1000,
    maxDelayMs: fields.max_delay_ms ?? 60_000,
    onError: fields.on_error ?? 'all',
  };
}
