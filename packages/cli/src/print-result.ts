import { createReadStream, fstatSync } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { collectSecrets, createRedactor, type OrchestratorEnvironment, type WorkflowSession } from '@agentflow/core';
import { CommandGuard, isGithub } from './renderers/ci-commands.js';
import { TerminalFilter } from './sessions/terminal-filter.js';

/** Larger than Node's own, which takes twice as long for a large output. */
const PIECE = 2 ** 20;
const RESET_COLOURS = '\x1b[0m';

/**
 * Prints the output of a workflow that ends in one node, since that is what the workflow was for: without secrets, and
 * on a terminal without anything that would leave it in another state, in a CI without commands to it.
 */
export async function printResult(
  session: WorkflowSession,
  { folder, environment }: { folder: string; environment: OrchestratorEnvironment },
): Promise<void> {
  const last = session.stages.findLast(({ taskIds }) => taskIds.length > 0);
  const [id, ...others] = last?.taskIds ?? [];
  const task = id === undefined || others.length > 0 ? undefined : session.tasks.get(id);
  if (session.status !== 'DONE' || !task?.output || task.mode === 'interactive') return;
  const redaction = createRedactor(collectSecrets(environment.env, environment.redact)).stream();
  const screen = chooseScreen();
  for await (const bytes of createReadStream(join(folder, task.output), { highWaterMark: PIECE })) {
    if (!(await write(screen.show(redaction.write(bytes as Buffer))))) return;
  }
  await write(screen.show(redaction.end()));
  await write(screen.end());
}

interface ResultScreen {
  show(bytes: Buffer): string | Buffer;
  end(): string | Buffer;
}

/** A file gets the bytes as they are; whether a pipe leads to a log, nobody knows. */
function chooseScreen(): ResultScreen {
  if (process.stdout.isTTY) return harmless();
  if (!isGithub() || fstatSync(process.stdout.fd).isFile()) return { show: (bytes) => bytes, end: () => '\n' };
  const guard = new CommandGuard();
  return { show: (bytes) => guard.write(bytes), end: () => Buffer.concat([guard.end(), Buffer.from('\n')]) };
}

function harmless(): ResultScreen {
  const decoder = new StringDecoder('utf8');
  const filter = new TerminalFilter();
  return { show: (bytes: Buffer) => filter.filter(decoder.write(bytes)), end: () => `${RESET_COLOURS}\n` };
}

/** Waits until it is written, so that a slow reader does not fill the memory; false when the reader has left. */
function write(data: string | Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    process.stdout.write(data, (error) => resolve(!error));
  });
}
