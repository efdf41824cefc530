import { didYouMean, type TaskRecord, type WorkflowSession } from '@agentflow/core';
import { CliError } from '../cli-error.js';
import { EXIT_CODES } from '../exit-codes.js';
import { shorten } from '../renderers/words.js';
import { projectFlag } from './project-flag.js';
import { plainText } from './text-layout.js';

/** The task with that id; a person who mistyped it is told the nearest one. */
export function findTask({ id, tasks }: WorkflowSession, taskId: string, folder: string): TaskRecord {
  const task = tasks.get(taskId);
  if (task) return task;
  const question = didYouMean(taskId, tasks.keys());
  const message = `Session ${id} has no task "${shorten(plainText(taskId), 60)}".`;
  throw new CliError(question ? `${message} ${question}` : message, {
    code: 'unknown-task',
    exitCode: EXIT_CODES.USAGE,
    hint: `agentflow status ${id} --all${projectFlag(folder)} lists its tasks`,
  });
}
