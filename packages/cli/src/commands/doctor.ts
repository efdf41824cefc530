import { createCheckHost } from '@agentflow/core';
import { string } from '@oclif/core/flags';
import { BaseCommand } from '../base-command.js';
import { count } from '../columns.js';
import type { Check } from '../doctor/check.js';
import { checkAgent } from '../doctor/check-agents.js';
import { checkConfig, checkPlugins } from '../doctor/check-project.js';
import { checkNode, checkPrograms, checkPty, checkStateFolder } from '../doctor/check-system.js';
import { reportChecks } from '../doctor/report-checks.js';
import { EXIT_CODES } from '../exit-codes.js';
import { paintFor } from '../paint.js';
import { createSteps } from '../plugins/steps.js';
import { openProject } from '../project.js';
import { workingFolder } from '../working-folder.js';

export default class Doctor extends BaseCommand {
  static override summary = 'Look whether everything is there that workflows need, and say how to fix what is not.';
  static override description =
    'Node, the pseudo-terminal, the config, each plugin, each agent with its version, and the folder sessions are kept ' +
    'in. Nothing is changed. Exits with 1 when something does not work; an agent that is not installed is a warning.';
  static override examples = [
    { description: 'Here', command: '<%= config.bin %> doctor' },
    {
      description: 'What is wrong, as data',
      command: '<%= config.bin %> doctor --json | jq \'.checks[] | select(.status != "ok")\'',
    },
  ];
  static override flags = { cwd: string({ description: 'The folder to look at.', helpValue: 'FOLDER' }) };

  async run(): Promise<void> {
    const { flags } = await this.parse(Doctor);
    const folder = workingFolder(flags.cwd);
    const steps = createSteps({ isQuiet: flags.json || !process.stderr.isTTY });
    const checks = await steps('Looking at Node, plugins and agents', () => this.#check(folder));
    const worst = checks.filter(({ status }) => status === 'error');
    if (worst.length > 0) process.exitCode = EXIT_CODES.FAILED;
    if (flags.json) return this.printJson({ ok: worst.length === 0, checks });
    this.printData(reportChecks(checks, paintFor(process.stdout)));
    this.talk(worst.length === 0 ? 'Everything that is needed works.' : `${count(worst.length, 'problem')} to fix.`);
  }

  async #check(folder: string): Promise<Check[]> {
    const host = createCheckHost({ command: [], script: [] });
    const config = await checkConfig(folder);
    const system = [checkNode(), ...checkPrograms(host), await checkPty(), config];
    if (config.status === 'error') return [...system, checkStateFolder(folder)];
    const project = await openProject(folder, this.config.version);
    const plugins = await checkPlugins(project, this.config.version);
    // An agent of a plugin that does not work is told by the plugin.
    const broken = new Set(plugins.filter(({ status }) => status === 'error').map(({ name }) => name));
    const entries = project.adapters.entries().filter(({ source }) => !broken.has(`plugin ${source.plugin}`));
    const agents = await Promise.all(entries.map((entry) => checkAgent(entry, project)));
    return [...system, ...plugins, ...agents, checkStateFolder(folder)];
  }
}
