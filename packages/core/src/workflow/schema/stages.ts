import * as z from 'zod';
import type { StageDefinition, TaskDefinition } from '../definition.js';
import type { Path, ProblemList } from '../problem.js';
import { agentFields, commonFields } from './common.js';
import { describeValue } from './describe-issue.js';
import { readId } from './ids.js';
import { itemHint } from './item-hint.js';
import { readFields } from './read-fields.js';
import { isRecord, warnUnknownKeys } from './unknown-keys.js';
import { nonBlank } from './values.js';

export const stageFields = { name: nonBlank, continue_on_error: z.boolean().optional() };
export const taskFields = { prompt: nonBlank.optional() };

const STAGE_KEYS = new Set([...Object.keys(stageFields), 'tasks']);
const TASK_KEYS = new Set([
  'id',
  ...Object.keys(commonFields),
  ...Object.keys(agentFields),
  ...Object.keys(taskFields),
]);

export function readStages(value: unknown, problems: ProblemList): StageDefinition[] {
  const stages = readList(value, ['stages'], problems)?.flatMap((raw, index) => readStage(raw, index, problems));
  if (stages && !stages.some((stage) => stage.tasks.length > 0) && !problems.hasErrors) {
    problems.error('not-a-workflow', ['stages'], 'The workflow has no task.', {
      at: 'key',
      hint: 'Give a stage at least one task.',
    });
  }
  return stages ?? [];
}

function readStage(raw: unknown, index: number, problems: ProblemList): StageDefinition[] {
  const path = ['stages', index];
  if (!isRecord(raw)) {
    problems.error(
      'invalid-value',
      path,
      `A stage is a mapping with "name" and "tasks", but it is ${describeValue(raw)}.`,
      { hint: itemHint(raw, 'Begin it with "- name: …".') },
    );
    return [];
  }
  const fields = readFields(raw, stageFields, path, problems);
  if (!Object.hasOwn(raw, 'name'))
    problems.error('missing-field', path, 'This stage has no "name".', {
      at: 'key',
      hint: 'Add "name: …", a title for this stage.',
    });
  if (!Object.hasOwn(raw, 'tasks'))
    problems.error('missing-field', path, 'This stage has no "tasks".', {
      at: 'key',
      hint: 'Write "tasks: []" if that is meant.',
    });
  warnUnknownKeys(raw, STAGE_KEYS, path, problems);
  const tasks = Object.hasOwn(raw, 'tasks') ? (readList(raw.tasks, [...path, 'tasks'], problems) ?? []) : [];
  return [
    {
      name: fields.name ?? `stage ${index + 1}`,
      continueOnError: fields.continue_on_error ?? false,
      tasks: tasks.flatMap((task, at) => readTask(task, [...path, 'tasks', at], problems)),
    },
  ];
}

function readTask(raw: unknown, path: Path, problems: ProblemList): TaskDefinition[] {
  if (!isRecord(raw)) {
    problems.error(
      'invalid-value',
      path,
      `A task is a mapping with "id" and "adapter", but it is ${describeValue(raw)}.`,
      { hint: itemHint(raw, 'Write, for example, "- {id: draft, adapter: claude}".') },
    );
    return [];
  }
  const id = readId(raw, path, 'task', problems);
  const common = readFields(raw, commonFields, path, problems);
  const agent = readFields(raw, agentFields, path, problems);
  const { prompt } = readFields(raw, taskFields, path, problems);
  warnTaskKeys(raw, path, problems);
  if (agent.executionMode === 'headless' && !Object.hasOwn(raw, 'prompt')) {
    problems.error('missing-prompt', path, `The headless task "${id}" has no "prompt".`, {
      at: 'key',
      hint: 'Nobody can type into a headless agent: say in "prompt" what to do, or use "executionMode: interactive".',
    });
  }
  const templates = prompt === undefined ? [] : [{ path: [...path, 'prompt'], kind: 'text' as const, text: prompt }];
  return [{ id, path, common, agent, prompt, templates }];
}

function warnTaskKeys(raw: Record<string, unknown>, path: Path, problems: ProblemList): void {
  const { depends_on: dependsOn, ...rest } = raw;
  warnUnknownKeys(rest, TASK_KEYS, path, problems);
  if (dependsOn === undefined) return;
  const hint = 'A task waits for every task of the stage before it; for a graph write "nodes:" instead of "stages:".';
  problems.error('invalid-value', [...path, 'depends_on'], 'A task of a stage cannot have "depends_on".', {
    at: 'key',
    hint,
  });
}

function readList(value: unknown, path: Path, problems: ProblemList): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  problems.error('invalid-value', path, `"${path.at(-1)}" must be a list, but it is ${describeValue(value)}.`, {
    hint: 'Begin each item with "- ".',
  });
  return undefined;
}
