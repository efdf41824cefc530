import { SESSION_STATUSES, type StageRecord, type TaskRecord, type WorkflowSession } from '../types.js';
import { FieldError, Fields } from './json-fields.js';
import { readTask, readUsage } from './task-json.js';

const VERSION = 1;

/** The checkpoint document of a session: tasks as a list, one per line. */
export function toSessionJson(session: WorkflowSession): string {
  const { tasks, ...rest } = session;
  const head = JSON.stringify({ version: VERSION, ...rest });
  const lines = Array.from(tasks.values(), (task) => JSON.stringify(task));
  return `${head.slice(0, -1)},"tasks":[\n${lines.join(',\n')}\n]}\n`;
}

/** Reads a checkpoint document; throws a FieldError that says what is wrong with it. */
export function fromSessionJson(text: string): WorkflowSession {
  const fields = new Fields(parse(text), '');
  const version = fields.integer('version');
  if (version > VERSION) throw new FieldError(`it was written by a newer AgentFlow (version ${version})`);
  const stages = fields.array('stages').map(readStage);
  return {
    id: fields.string('id'),
    workflow: readWorkflow(fields.object('workflow')),
    goal: fields.stringOrNull('goal'),
    arguments: fields.string('arguments'),
    inputs: fields.textMap('inputs'),
    cwd: fields.string('cwd'),
    status: fields.oneOf('status', SESSION_STATUSES),
    reason: fields.stringOrNull('reason'),
    startedAt: fields.string('startedAt'),
    updatedAt: fields.string('updatedAt'),
    finishedAt: fields.stringOrNull('finishedAt'),
    currentStageIndex: fields.count('currentStageIndex'),
    stages,
    tasks: readTasks(fields.array('tasks'), stages.length),
    usage: readUsage(fields.object('usage')),
    unknownUsage: { tokens: 0, cost: 0 },
    ...fields.optional('unknownUsage', (key) => readUnknown(fields.object(key))),
    seq: fields.count('seq'),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new FieldError(text.trim() === '' ? 'it is empty' : 'it is not JSON');
  }
}

export function readWorkflow(fields: Fields): WorkflowSession['workflow'] {
  return {
    name: fields.string('name'),
    file: fields.stringOrNull('file'),
    digest: fields.string('digest'),
    kind: fields.oneOf('kind', ['stages', 'nodes']),
  };
}

export function readStage(value: unknown, index: number): StageRecord {
  const fields = new Fields(value, `stage ${index + 1}`);
  return { name: fields.string('name'), taskIds: fields.strings('taskIds') };
}

function readUnknown(fields: Fields): WorkflowSession['unknownUsage'] {
  return { tokens: fields.count('tokens'), cost: fields.count('cost') };
}

function readTasks(values: readonly unknown[], stages: number): Map<string, TaskRecord> {
  const tasks = new Map<string, TaskRecord>();
  values.forEach((value, index) => {
    const task = readTask(value, index);
    if (tasks.has(task.id)) throw new FieldError(`task "${task.id}" is there twice`);
    if (task.stage >= stages) throw new FieldError(`"stage" of task "${task.id}" is not one of the ${stages} stages`);
    tasks.set(task.id, task);
  });
  return tasks;
}
