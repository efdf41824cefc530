import type { AgentUsage, Answer, ExecutionMode } from '@agentflow/plugin-sdk';
import {
  type Conversation,
  type SkipReason,
  TASK_STATUSES,
  type TaskFailure,
  type TaskRecord,
  type TaskStatus,
  type UnknownUsage,
} from '../types.js';
import { Fields } from './json-fields.js';

/** Reads one task of a checkpoint document. */
export function readTask(value: unknown, index: number): TaskRecord {
  const id = new Fields(value, `task ${index + 1}`).string('id');
  const fields = new Fields(value, `task "${id}"`);
  return {
    id,
    name: fields.string('name'),
    type: fields.string('type'),
    stage: fields.count('stage'),
    ...fields.optional('mode', (key) => fields.oneOf<ExecutionMode>(key, ['interactive', 'headless'])),
    status: fields.oneOf('status', TASK_STATUSES),
    attempt: fields.count('attempt'),
    startedAt: fields.stringOrNull('startedAt'),
    finishedAt: fields.stringOrNull('finishedAt'),
    exitCode: fields.numberOrNull('exitCode'),
    output: fields.stringOrNull('output'),
    ...fields.optional('failure', (key) => readFailure(fields.object(key))),
    ...fields.optional('skipped', (key) => readSkip(fields.object(key))),
    ...fields.optional('question', (key) => fields.string(key)),
    ...fields.optional('deadline', (key) => fields.string(key)),
    ...fields.optional('answers', (key) => fields.array(key).map((answer) => readAnswer(answer, id))),
    ...fields.optional('conversation', (key) => readConversation(fields.object(key))),
    ...fields.optional('usage', (key) => readUsage(fields.object(key))),
    ...fields.optional('earlierUsage', (key) => readUsage(fields.object(key))),
    ...fields.optional('unknownUsage', (key) => readUnknown(fields.object(key))),
    ...fields.optional('earlierUnknownUsage', (key) => readUnknown(fields.object(key))),
    ...fields.optional('saved', (key) => fields.value(key)),
  };
}

export function readUsage(fields: Fields): AgentUsage {
  return {
    inputTokens: fields.numberOrNull('inputTokens'),
    outputTokens: fields.numberOrNull('outputTokens'),
    costUsd: fields.numberOrNull('costUsd'),
  };
}

function readUnknown(fields: Fields): UnknownUsage {
  return { tokens: fields.value('tokens') === true, cost: fields.value('cost') === true };
}

/** The reason is not checked against the list: a newer AgentFlow may know one more, and only words are made of it. */
function readFailure(fields: Fields): TaskFailure {
  return {
    reason: fields.string('reason') as TaskFailure['reason'],
    message: fields.string('message'),
    ...fields.optional('hint', (key) => fields.string(key)),
  };
}

function readSkip(fields: Fields): SkipReason {
  const kind = fields.oneOf('kind', ['trigger-rule', 'when']);
  if (kind === 'when') return { kind, expression: fields.string('expression'), values: fields.textMap('values') };
  return {
    kind,
    rule: fields.string('rule'),
    dependencies: fields.textMap('dependencies') as Record<string, TaskStatus>,
    ...fields.optional('failedBehind', (key) => fields.textMap(key)),
  };
}

function readAnswer(value: unknown, taskId: string): Answer {
  const fields = new Fields(value, `an answer to task "${taskId}"`);
  return { decision: fields.oneOf('decision', ['approve', 'reject']), message: fields.string('message') };
}

function readConversation(fields: Fields): Conversation {
  return {
    id: fields.string('id'),
    adapter: fields.string('adapter'),
    cwd: fields.string('cwd'),
    ...fields.optional('version', (key) => fields.string(key)),
  };
}
