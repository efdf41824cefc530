import { BaseCommand } from '../base-command.js';
import { columns } from '../columns.js';
import { openProject } from '../project.js';

export default class NodeTypes extends BaseCommand {
  static override summary = 'List the node types that workflows can use.';
  static override examples = [
    { description: 'What is registered', command: '<%= config.bin %> node-types' },
    { description: 'As data', command: '<%= config.bin %> node-types --json' },
  ];

  async run(): Promise<void> {
    const { flags } = await this.parse(NodeTypes);
    const entries = openProject(process.cwd(), this.config.version).nodeTypes.entries();
    const nodeTypes = entries.map(({ name, source }) => ({ name, ...source }));
    if (flags.json) return this.printJson({ nodeTypes });
    const rows = nodeTypes.map(({ name, plugin, version, origin }) => [name, `${plugin} ${version}`, origin]);
    this.printData(columns([['NAME', 'PLUGIN', 'FROM'], ...rows]));
  }
}
