import { closeSync, copyFileSync, ftruncateSync, openSync, readSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { NodeOutput, Outcome } from '@agentflow/plugin-sdk';
import { LogFileError } from '../../output/log-file.js';
import { writeOutput } from '../../output/write-output.js';
import type { Attempt } from './attempt.js';

const NEWLINE = 0x0a;

/** File endings of well-known output types; any other label is its own ending if it can be one. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  markdown: '.md',
  text: '.txt',
  javascript: '.js',
  typescript: '.ts',
};

/**
 * Puts the output of a finished attempt into the session: a text into the output file, a file without its last
 * newline; then checks its type and keeps it as an artifact when the node names one.
 */
export async function storeOutput(attempt: Attempt, outcome: Outcome): Promise<Outcome> {
  if (outcome.status === 'cancelled' || outcome.output === undefined) return outcome;
  const file = toFile(outcome.output, attempt.files.output);
  const stored = { ...outcome, output: file === null ? '' : { file } };
  if (outcome.status === 'failed' || attempt.outputType === undefined) return stored;
  const problem = attempt.outputType === 'json' ? await jsonProblem(file) : undefined;
  if (problem !== undefined) return { ...stored, status: 'failed', reason: 'bad-output', message: problem };
  if (file !== null) keepArtifact(file, artifactFile(attempt, attempt.outputType));
  return stored;
}

/** Null when there is nothing in it. */
function toFile(output: NodeOutput, file: string): string | null {
  if (typeof output !== 'string') return cutLastNewline(output.file) > 0 ? output.file : null;
  if (output === '') return null;
  writeOutput(file, output);
  return file;
}

/** Returns the size that is left. */
function cutLastNewline(file: string): number {
  const { size } = statSync(file);
  if (size === 0) return 0;
  const descriptor = openSync(file, 'r+');
  try {
    const last = Buffer.alloc(1);
    readSync(descriptor, last, 0, 1, size - 1);
    if (last[0] !== NEWLINE) return size;
    ftruncateSync(descriptor, size - 1);
    return size - 1;
  } finally {
    closeSync(descriptor);
  }
}

async function jsonProblem(file: string | null): Promise<string | undefined> {
  try {
    JSON.parse(file === null ? '' : await readFile(file, 'utf8'));
    return undefined;
  } catch (error) {
    return `The output is not JSON, as "output_type: json" asks: ${(error as Error).message}`;
  }
}

/** The error of a copy names the file that could be read. */
function keepArtifact(output: string, artifact: string): void {
  try {
    copyFileSync(output, artifact);
  } catch (error) {
    throw new LogFileError(artifact, error);
  }
}

function artifactFile({ taskId, files }: Attempt, outputType: string): string {
  const label = outputType.toLowerCase();
  const extension = EXTENSIONS[label] ?? (/^[a-z0-9]{1,16}$/.test(label) ? `.${label}` : extname(label) || '.txt');
  return join(files.artifactsDir, `${taskId}${extension}`);
}
