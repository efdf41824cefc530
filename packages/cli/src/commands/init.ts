import { resolve } from 'node:path';
import { boolean, string } from '@oclif/core/flags';
import { BaseCommand } from '../base-command.js';
import { chooseAgent, findAgents } from '../init/choose-agent.js';
import { initProject } from '../init/init-project.js';
import { paintFor } from '../paint.js';
import { openProject } from '../project.js';

export default class Init extends BaseCommand {
  static override summary = 'Begin: write a config and a first workflow that runs at once.';
  static override description =
    'Finds the agents that are installed and takes one of them, or the demo agent, which needs no account. Also writes ' +
    'the schema for editors and what git has to ignore. A file that is there already is left as it is.';
  static override examples = [
    { description: 'In this folder', command: '<%= config.bin %> init' },
    {
      description: 'Without questions, with a certain agent',
      command: '<%= config.bin %> init --adapter claude --no-input',
    },
  ];
  static override flags = {
    adapter: string({ char: 'a', description: 'The agent of tasks that name none.', helpValue: 'NAME' }),
    'no-input': boolean({ description: 'Never ask.' }),
    cwd: string({ description: 'The folder of the project.', helpValue: 'FOLDER' }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Init);
    const project = await openProject(resolve(flags.cwd ?? '.'), this.config.version);
    const agents = await findAgents(project);
    const canAsk = !flags.json && !flags['no-input'] && process.stdin.isTTY === true && process.stderr.isTTY === true;
    const adapter = await chooseAgent(agents, { asked: flags.adapter, canAsk });
    const { written, kept } = await initProject(project, adapter);
    if (flags.json) return this.printJson({ folder: project.folder, adapter, agents, written, kept });
    const paint = paintFor(process.stdout);
    this.printData(
      [
        ...written.map((name) => `${paint.good('✓')} wrote  ${name}`),
        ...kept.map((name) => `${paint.dim('–')} kept   ${name}`),
      ].join('\n'),
    );
    this.talk(`\nThe agent is ${adapter}. Try it: agentflow run hello`);
  }
}
