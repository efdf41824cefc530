import type { Answer } from '@agentflow/core';
import { string } from '@oclif/core/args';
import { string as stringFlag } from '@oclif/core/flags';
import { answerSession } from './answer-session.js';
import { CliError } from './cli-error.js';
import { openProject } from './project.js';
import { resumeSession } from './resume-session.js';
import { terminalSize } from './session-environment.js';
import { concurrencyOf, sessionFlags } from './session-flags.js';
import { sessionView } from './session-view.js';
import { projectFlag } from './sessions/project-flag.js';
import { cwdFlag } from './sessions/session-command.js';
import { toCliError } from './to-cli-error.js';
import { workingFolder } from './working-folder.js';

/** Arguments of `approve` and `reject`. */
export const answerArgs = {
  id: string({ description: 'A session id, a unique beginning of one, or latest.', required: true }),
  task: string({ description: 'The task that waits; needed only when several do.' }),
};

/** Flags of `approve` and `reject`. */
export const answerFlags = {
  message: stringFlag({ char: 'm', description: 'What to tell the workflow.', default: '' }),
  ...sessionFlags,
  ...cwdFlag,
};

interface Parsed {
  readonly args: { readonly id: string; readonly task: string | undefined };
  readonly flags: Parameters<typeof sessionView>[0] & {
    readonly message: string;
    readonly cwd: string | undefined;
    readonly concurrency: number | undefined;
    readonly 'on-failure': 'continue' | 'no-new' | 'kill';
  };
}

/** Answers, and goes on with the session here when no process runs it. */
export async function answerAndGoOn(
  decision: Answer['decision'],
  { args, flags }: Parsed,
  { version, talk, printJson }: { version: string; talk: (text: string) => void; printJson: (value: unknown) => void },
): Promise<void> {
  const project = await openProject(workingFolder(flags.cwd), version);
  const answer = { decision, message: flags.message };
  const { id, taskId, isLive } = await answerSession(project, { session: args.id, task: args.task, answer });
  const words = decision === 'approve' ? 'approved' : 'rejected';
  if (isLive) {
    if (flags.json) printJson({ id, taskId, decision });
    else talk(`${taskId} ${words}; session ${id} goes on in its own terminal.`);
    return;
  }
  const view = await sessionView(flags, project, talk);
  const request = {
    onFailure: flags['on-failure'],
    terminalSize: terminalSize(),
    ...concurrencyOf(flags, project),
  };
  try {
    process.exitCode = await resumeSession(project, id, { request, view });
  } catch (error) {
    throw withKeptAnswer(error, `agentflow resume ${id}${projectFlag(project.folder)}`);
  }
}

/** The answer is part of the session already, and must not be given twice. */
function withKeptAnswer(error: unknown, command: string): unknown {
  const shown = toCliError(error);
  const kept = `The answer is kept. Go on when this is mended: ${command}`;
  return new CliError(shown.message, { ...shown, hint: shown.hint ? `${shown.hint}\n${kept}` : kept, cause: error });
}
