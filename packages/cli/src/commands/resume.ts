import { string } from '@oclif/core/args';
import { boolean, string as stringFlag } from '@oclif/core/flags';
import { BaseCommand } from '../base-command.js';
import { parseInputs } from '../inputs.js';
import { pluginFlag } from '../plugins/plugin-flag.js';
import { openProject } from '../project.js';
import { resumeSession } from '../resume-session.js';
import { sessionStore, terminalSize } from '../session-environment.js';
import { concurrencyOf, sessionFlags } from '../session-flags.js';
import { sessionView } from '../session-view.js';
import { cwdFlag } from '../sessions/session-command.js';
import { workingFolder } from '../working-folder.js';

export default class Resume extends BaseCommand {
  static override summary = 'Go on with a session that stopped, failed or was killed.';
  static override description =
    'Tasks that are DONE are not run again, except those with always_run and those behind a task whose output changed. ' +
    'The output of the last node goes to stdout, as with run.';
  static override examples = [
    { description: 'The newest session', command: '<%= config.bin %> resume latest' },
    {
      description: 'After an edit of the workflow',
      command: '<%= config.bin %> resume 20261118-1042 --accept-changes',
    },
  ];
  static override args = {
    id: string({ description: 'A session id, a unique beginning of one, or latest.', required: true }),
  };
  static override flags = {
    input: stringFlag({ char: 'i', description: 'An input of the workflow.', multiple: true, helpValue: 'NAME=VALUE' }),
    'accept-changes': boolean({ description: 'Run nodes that were edited since, and everything after them, again.' }),
    ...pluginFlag,
    ...sessionFlags,
    ...cwdFlag,
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Resume);
    const project = await openProject(workingFolder(flags.cwd), this.config.version, flags.plugin);
    const id = await sessionStore(project.folder).find(args.id);
    const request = {
      acceptChanges: flags['accept-changes'],
      inputs: parseInputs(flags.input ?? []),
      onFailure: flags['on-failure'],
      terminalSize: terminalSize(),
      ...concurrencyOf(flags, project),
    };
    const view = await sessionView(flags, project, (text) => this.talk(text));
    process.exitCode = await resumeSession(project, id, { request, view });
  }
}
