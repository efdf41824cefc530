import { BaseCommand } from '../base-command.js';
import { columns } from '../columns.js';
import { pluginFlag } from '../plugins/plugin-flag.js';
import { openProject } from '../project.js';

export default class NodeTypes extends BaseCommand {
  static override summary = 'List the node types that workflows can use.';
  static override examples = [
    { description: 'What is registered', command: '<%= config.bin %> node-types' },
    { description: 'As data', command: '<%= config.bin %> node-types --json' },
  ];

  static override flags = { ...pluginFlag };

  async run(): Promise<void> {
    const { flags } = await this.parse(NodeTypes);
    const project = await openProject(process.cwd(), this.config.version, flags.plugin);
    const entries = project.nodeTypes.entries();
    const nodeTypes = entries.map(({ name, source, trouble }) => {
      return { name, ...source, usable: trouble === undefined, reason: trouble?.reason ?? null };
    });
    if (flags.json) return this.printJson({ nodeTypes });
    const rows = nodeTypes.map(({ name, plugin, version, origin, reason }) => {
      return [name, `${plugin} ${version}`, origin, ...(reason === null ? [] : [reason])];
    });
    this.printData(columns([['NAME', 'PLUGIN', 'FROM'], ...rows]));
  }
}
