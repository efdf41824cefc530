import type { AgentEvent } from '@agentflow/plugin-sdk';
import type { SessionEventBody } from '../events.js';
import type { SkipReason, TaskFailure } from '../types.js';
import { unknownEvent } from './event-error.js';

type Redact = (text: string) => string;

/**
 * The event with secrets taken out of every text. Ids and paths stay: they are needed as they are to go on. A new
 * event type must say here which of its fields are text.
 */
export function redactEvent(event: SessionEventBody, redact: Redact): SessionEventBody {
  switch (event.type) {
    case 'session.started':
      return {
        ...event,
        goal: event.goal === null ? null : redact(event.goal),
        arguments: redact(event.arguments),
        inputs: redactValues(event.inputs, redact),
      };
    case 'session.resumed':
      return { ...event, inputs: redactValues(event.inputs, redact) };
    case 'session.finished':
      return { ...event, reason: event.reason === null ? null : redact(event.reason) };
    case 'session.warned':
    case 'task.answered':
    case 'task.retried':
      return { ...event, message: redact(event.message) };
    case 'task.launched':
      return { ...event, command: redact(event.command) };
    case 'task.prompted':
      return { ...event, prompt: redact(event.prompt) };
    case 'task.input-sent':
      return { ...event, text: redact(event.text) };
    case 'task.reported':
      return { ...event, event: redactReport(event.event, redact) };
    case 'task.waiting':
      return { ...event, question: redact(event.question) };
    case 'task.finished':
      return event.failure ? { ...event, failure: redactFailure(event.failure, redact) } : event;
    case 'task.skipped':
      return { ...event, because: redactSkip(event.because, redact) };
    case 'task.saved':
      return { ...event, state: redactDeep(event.state, redact) };
    case 'task.started':
    case 'task.conversed':
    case 'task.continued':
    case 'task.answer-taken':
    case 'task.invalidated':
      return event;
    default:
      return unknownEvent(event);
  }
}

/** Fields of a report that are words of the contract, not of the agent. */
const KEPT_IN_REPORTS: ReadonlySet<string> = new Set(['type', 'state', 'counts', 'conversationId']);

function redactReport(report: AgentEvent, redact: Redact): AgentEvent {
  const fields = Object.entries(report).map(([key, value]) => [
    key,
    typeof value === 'string' && !KEPT_IN_REPORTS.has(key) ? redact(value) : value,
  ]);
  return Object.fromEntries(fields) as AgentEvent;
}

function redactFailure(failure: TaskFailure, redact: Redact): TaskFailure {
  const { message, hint } = failure;
  return { ...failure, message: redact(message), ...(hint !== undefined && { hint: redact(hint) }) };
}

function redactSkip(because: SkipReason, redact: Redact): SkipReason {
  if (because.kind === 'trigger-rule') return because;
  return { ...because, expression: redact(because.expression), values: redactValues(because.values, redact) };
}

/** Every text in a value that can be written as JSON. */
function redactDeep(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactDeep(item, redact)]));
}

/** Built from entries, so that a key such as `__proto__` is a key like any other. */
function redactValues(values: Readonly<Record<string, string>>, redact: Redact): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, redact(value)]));
}
