import type { NodeContext, ProcessRequest, ProcessResult } from '@agentflow/plugin-sdk';
import { LogFileError } from '../../../output/log-file.js';
import type { Attempt, AttemptHost } from '../attempt.js';
import { runAgent } from './agent-run.js';
import type { LocalMachine } from './local-attempts.js';
import type { Processes } from './processes.js';
import { StdoutFile } from './stdout-file.js';

export interface ContextParts {
  readonly attempt: Attempt;
  readonly host: AttemptHost;
  readonly machine: LocalMachine;
  readonly processes: Processes;
  readonly signal: AbortSignal;
}

/** The powers of a running node, as its type sees them. */
export function createNodeContext(parts: ContextParts): NodeContext {
  const { attempt, host, machine, processes, signal } = parts;
  let processCount = 0;
  return {
    nodeId: attempt.taskId,
    sessionId: attempt.sessionId,
    attempt: attempt.number,
    cwd: attempt.cwd,
    env: attempt.env,
    artifactsDir: attempt.files.artifactsDir,
    signal,
    saved: attempt.saved,
    render: (template, variables = {}, as = 'text') => written(host, () => host.render(template, variables, as)),
    outputsFile: () => written(host, () => host.outputsFile()),
    runAgent: (request) => runAgent(request, parts),
    spawn: (request) => {
      processCount++;
      const file = processCount === 1 ? attempt.files.output : `${attempt.files.output}.${processCount}`;
      return spawnProcess(request, file, parts);
    },
    ask: (question) => host.ask(question),
    findResource: (kind, name, extensions) => machine.resources.findResource(kind, name, extensions),
    log: (text) => processes.log(text),
    cancelSession: (reason) => host.cancelSession(reason),
    save: (state) => host.save(state),
  };
}

/** A file that the node is given and cannot be written ends the session, whatever the node's type makes of it. */
function written<T>(host: AttemptHost, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (error instanceof LogFileError) host.lost(error);
    throw error;
  }
}

async function spawnProcess(
  request: ProcessRequest,
  file: string,
  { host, processes, signal }: ContextParts,
): Promise<ProcessResult> {
  signal.throwIfAborted();
  const { command, args, cwd, env, input } = request;
  const stdout = new StdoutFile(file, (error) => host.lost(error));
  const end = await processes.run({
    kind: 'pipes',
    launch: { command, args, ...(cwd !== undefined && { cwd }), ...(env && { env }) },
    ...(input !== undefined && { input }),
    onBytes: (bytes, stream) => {
      if (stream === 'stdout') stdout.write(bytes);
    },
    onStart: (pid) => host.launched({ pid, mode: 'headless', command }),
  });
  const stdoutFile = stdout.close();
  if (end.started) return { ...end.exit, stdoutFile };
  return { exitCode: null, signal: null, stdoutFile: null, startError: end.error };
}
