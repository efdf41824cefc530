import { Orchestrator, WorkflowChangedError, WorkflowInvalidError } from '@agentflow/core';
import { string } from '@oclif/core/args';
import { boolean, string as stringFlag } from '@oclif/core/flags';
import { BaseCommand } from '../base-command.js';
import { CliError } from '../cli-error.js';
import { createRenderer } from '../create-renderer.js';
import { EXIT_CODES } from '../exit-codes.js';
import { parseInputs } from '../inputs.js';
import { openProject } from '../project.js';
import { runSession } from '../run-session.js';
import { sessionEnvironment, terminalSize } from '../session-environment.js';
import { sessionFlags } from '../session-flags.js';

export default class Resume extends BaseCommand {
  static override summary = 'Go on with a session that stopped, failed or was killed.';
  static override description =
    'Tasks that are DONE are not run again, except those with always_run and those behind a task whose output changed.';
  static override examples = [
    { description: 'The newest session', command: '<%= config.bin %> resume latest' },
    {
      description: 'After an edit of the workflow',
      command: '<%= config.bin %> resume 20261118-1042 --accept-changes',
    },
  ];
  static override args = { id: string({ description: 'A session id, a unique beginning of one, or latest.', required: true }) };
  static override flags = {
    'accept-changes': boolean({ description: 'Run nodes that were edited since, and everything after them, again.' }),
    input: stringFlag({ char: 'i', description: 'An input of the workflow.', multiple: true, helpValue: 'NAME=VALUE' }),
    ...sessionFlags,
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Resume);
    const project = openProject(process.cwd(), this.config.version);
    const environment = sessionEnvironment(project);
    const id = await environment.store.find(args.id);
    const asJson = flags.json || flags.progress === 'json';
    const orchestrator = await this.#open(environment, id, {
      acceptChanges: flags['accept-changes'],
      inputs: parseInputs(flags.input ?? []),
      onFailure: flags['on-failure'],
      terminalSize: terminalSize(),
      ...(flags.concurrency !== undefined && { concurrency: flags.concurrency }),
    });
    const { exitCode } = await runSession(orchestrator, {
      renderer: createRenderer(asJson ? 'json' : flags.progress),
      talk: asJson || flags.progress === 'quiet' ? () => undefined : (text) => this.talk(text),
    });
    process.exitCode = exitCode;
  }

  async #open(...[environment, id, request]: Parameters<typeof Orchestrator.resume>): Promise<Orchestrator> {
    try {
      return await Orchestrator.resume(environment, id, request);
    } catch (error) {
      if (error instanceof WorkflowChangedError) throw changed(error, id);
      if (error instanceof WorkflowInvalidError) throw invalid(error);
      throw error;
    }
  }
}

function changed({ file, changed }: WorkflowChangedError, id: string): CliError {
  return new CliError(`The workflow has changed since the session started: ${changed.join(', ')}.`, {
    code: 'workflow-changed',
    exitCode: EXIT_CODES.INVALID,
    file,
    hint: `agentflow resume ${id} --accept-changes runs these and everything after them again.`,
  });
}

function invalid({ message, diagnostics: [first] }: WorkflowInvalidError): CliError {
  return new CliError(`${message} ${first?.message ?? ''}`.trim(), {
    code: 'invalid-workflow',
    exitCode: EXIT_CODES.INVALID,
    file: first?.file,
    line: first?.line,
    column: first?.column,
    hint: first?.hint,
  });
}
