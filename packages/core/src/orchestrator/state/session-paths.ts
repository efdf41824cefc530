import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where the files of one session are. */
export interface SessionPaths {
  readonly dir: string;
  readonly checkpoint: string;
  readonly journal: string;
  readonly lock: string;
  /** The workflow's source as it was at the start. */
  readonly workflow: string;
  readonly controlSocket: string;
  readonly artifactsDir: string;
  /** What is hidden in the other files, for the owner only. */
  readonly hiddenDir: string;
  /** Raw bytes of what an attempt printed. */
  logFile(taskId: string, attempt: number): string;
  outputFile(taskId: string, attempt: number): string;
  /** Values that a shell of an attempt reads as it starts; gone when the attempt is over. */
  valuesFile(taskId: string, attempt: number, index: number): string;
  /** A prompt too long for an argument. */
  promptFile(taskId: string, attempt: number): string;
}

/** The folders that are made with the session. */
export const SUBFOLDERS = ['logs', 'outputs', 'prompts', 'artifacts'] as const;

const LONGEST_NAME = 200;

export function sessionPaths(dir: string): SessionPaths {
  return {
    dir,
    checkpoint: join(dir, 'session.json'),
    journal: join(dir, 'journal.jsonl'),
    lock: join(dir, 'lock'),
    workflow: join(dir, 'workflow.yaml'),
    controlSocket: join(dir, 'control.sock'),
    artifactsDir: join(dir, 'artifacts'),
    hiddenDir: join(dir, 'hidden'),
    logFile: (taskId, attempt) => join(dir, 'logs', `${fileName(taskId)}.${attempt}.log`),
    outputFile: (taskId, attempt) => join(dir, 'outputs', `${fileName(taskId)}.${attempt}`),
    valuesFile: (taskId, attempt, index) => join(dir, 'outputs', `${fileName(taskId)}.${attempt}.values${index}`),
    promptFile: (taskId, attempt) => join(dir, 'prompts', `${fileName(taskId)}.${attempt}.md`),
  };
}

/** The values files in a session's folder. */
export function valuesFilesIn(dir: string): string[] {
  const outputs = join(dir, 'outputs');
  const names = existsSync(outputs) ? readdirSync(outputs) : [];
  return names.filter((name) => /\.values\d+$/.test(name)).map((name) => join(outputs, name));
}

/** The task's id; where it cannot be the name of a file, its beginning and a digest. */
function fileName(taskId: string): string {
  if (taskId.length <= LONGEST_NAME && /^[A-Za-z0-9_-]+$/.test(taskId)) return taskId;
  const digest = createHash('sha256').update(taskId).digest('hex').slice(0, 16);
  return `${taskId.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 100)}~${digest}`;
}
