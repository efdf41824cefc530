import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { collectSecrets, createRedactor, type OrchestratorEnvironment, type WorkflowSession } from '@agentflow/core';
import { TerminalFilter } from './sessions/terminal-filter.js';

const RESET_COLOURS = '\x1b[0m';

/**
 * Prints the output of a workflow that ends in one node, since that is what the workflow was for: without secrets, and
 * on a terminal without anything that would leave it in another state.
 */
export async function printResult(
  session: WorkflowSession,
  { folder, environment }: { folder: string; environment: OrchestratorEnvironment },
): Promise<void> {
  const last = session.stages.findLast(({ taskIds }) => taskIds.length > 0);
  const [id, ...others] = last?.taskIds ?? [];
  const task = id === undefined || others.length > 0 ? undefined : session.tasks.get(id);
  if (session.status !== 'DONE' || !task?.output || task.mode === 'interactive') return;
  const steps = [createReadStream(join(folder, task.output)), withoutSecrets(environment)];
  if (process.stdout.isTTY) steps.push(harmless());
  try {
    await pipeline([...steps, process.stdout], { end: false });
    process.stdout.write('\n');
  } catch (error) {
    // A reader that left needs no result; other trouble with stdout is told at the end.
    if (!process.stdout.errored && process.stdout.writable) throw error;
  }
}

function withoutSecrets({ env, redact }: OrchestratorEnvironment): Transform {
  const redaction = createRedactor(collectSecrets(env, redact)).stream();
  return new Transform({
    transform: (bytes: Buffer, _encoding, done) => done(null, redaction.write(bytes)),
    flush: (done) => done(null, redaction.end()),
  });
}

function harmless(): Transform {
  const decoder = new StringDecoder('utf8');
  const filter = new TerminalFilter();
  return new Transform({
    transform: (bytes: Buffer, _encoding, done) => done(null, filter.filter(decoder.write(bytes))),
    flush: (done) => done(null, filter.filter(decoder.end()) + RESET_COLOURS),
  });
}
