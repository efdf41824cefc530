import {
  didYouMean,
  Orchestrator,
  type OrchestratorEnvironment,
  type ResumeRequest,
  SessionManager,
  SessionOverError,
  UnknownInputError,
  WorkflowChangedError,
  WorkflowInvalidError,
} from '@agentflow/core';
import { CliError } from './cli-error.js';
import { EXIT_CODES, type ExitCode } from './exit-codes.js';
import { isForPlugins } from './load-plan.js';
import { checkStoredAdapters } from './plugins/check-adapters.js';
import type { Project } from './project.js';
import type { SessionView } from './run-session.js';
import { runToEnd } from './run-to-end.js';
import { sessionEnvironment } from './session-environment.js';
import { projectFlag } from './sessions/project-flag.js';
import { checkSessionWorktree } from './worktree/session-worktree.js';

/** Goes on with a session in this process, to its end. */
export async function resumeSession(
  project: Project,
  id: string,
  { request, view }: { request: ResumeRequest; view: SessionView },
): Promise<ExitCode> {
  const environment = sessionEnvironment(project);
  const { session: stored, paths } = await SessionManager.read(environment.store, id);
  checkSessionWorktree(project.folder, stored);
  const adapters = await checkStoredAdapters(project, paths.workflow);
  const orchestrator = await open({ ...environment, adapters }, id, {
    request: { ...request, canAsk: view.canAsk },
    folder: project.folder,
  });
  return runToEnd(orchestrator, { project, environment, view });
}

async function open(
  environment: OrchestratorEnvironment,
  id: string,
  { request, folder }: { request: ResumeRequest; folder: string },
): Promise<Orchestrator> {
  try {
    return await Orchestrator.resume(environment, id, request);
  } catch (error) {
    if (error instanceof WorkflowChangedError)
      throw changed(error, `agentflow resume ${id} --accept-changes${projectFlag(folder)}`);
    if (error instanceof WorkflowInvalidError) throw invalid(error);
    if (error instanceof SessionOverError) throw over(error);
    if (error instanceof UnknownInputError) throw unknownInput(error);
    throw error;
  }
}

function changed({ file, changed }: WorkflowChangedError, command: string): CliError {
  return new CliError(`The workflow has changed since the session started: ${changed.join(', ')}.`, {
    code: 'workflow-changed',
    exitCode: EXIT_CODES.INVALID,
    file,
    hint: `${command} takes the file as it is now; changed nodes and everything after them run again.`,
  });
}

function over({ message }: SessionOverError): CliError {
  return new CliError(message, {
    code: 'session-over',
    exitCode: EXIT_CODES.USAGE,
    hint: 'A cancelled session stays so; start a new one with agentflow run.',
  });
}

function unknownInput({ message, input, declared }: UnknownInputError): CliError {
  const known = declared.length > 0 ? `It has ${declared.join(', ')}.` : 'It declares no inputs.';
  const hint = didYouMean(input, declared) ?? known;
  return new CliError(message, { code: 'unknown-input', exitCode: EXIT_CODES.USAGE, hint });
}

function invalid({ message, diagnostics }: WorkflowInvalidError): CliError {
  const [first] = diagnostics;
  const isBrokenPlugin = isForPlugins(diagnostics);
  return new CliError(`${message} ${first?.message ?? ''}`.trim(), {
    code: isBrokenPlugin ? 'broken-plugin' : 'invalid-workflow',
    exitCode: isBrokenPlugin ? EXIT_CODES.PLUGIN : EXIT_CODES.INVALID,
    file: first?.file,
    line: first?.line,
    column: first?.column,
    hint: first?.hint,
  });
}
