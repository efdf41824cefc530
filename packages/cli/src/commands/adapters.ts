import type { AdapterFactory, CheckHost, RegistryEntry } from '@agentflow/core';
import { BaseCommand } from '../base-command.js';
import { columns } from '../columns.js';
import { pluginFlag } from '../plugins/plugin-flag.js';
import { openProject, type Project } from '../project.js';

export default class Adapters extends BaseCommand {
  static override summary = 'List the agents that workflows can use.';
  static override description =
    'Each adapter with the plugin it comes from, and whether its program is installed. Code of installed plugins is not run for this.';
  static override examples = [
    { description: 'What is registered', command: '<%= config.bin %> adapters' },
    {
      description: 'The names of those that can be used',
      command: "<%= config.bin %> adapters --json | jq -r '.adapters[] | select(.usable) | .name'",
    },
  ];

  static override flags = { ...pluginFlag };

  async run(): Promise<void> {
    const { flags } = await this.parse(Adapters);
    const project = await openProject(process.cwd(), this.config.version, flags.plugin);
    const adapters = await Promise.all(project.adapters.entries().map((entry) => describe(entry, project)));
    if (flags.json) return this.printJson({ adapters });
    const rows = adapters.map(({ name, plugin, version, reason }) => [
      name,
      `${plugin} ${version}`,
      reason === null ? 'ready' : reason,
    ]);
    this.printData(columns([['NAME', 'PLUGIN', 'STATE'], ...rows]));
  }
}

async function describe({ name, source, trouble, load }: RegistryEntry<AdapterFactory>, project: Project) {
  const { plugin, version, origin } = source;
  const isForeign = project.settings.plugins.some((found) => found.name === plugin);
  const { program, reason } = isForeign
    ? { program: null, reason: trouble ? trouble.reason : null }
    : await inspect(load, project.host);
  return { name, plugin, version, origin, program, usable: reason === null, reason };
}

async function inspect(
  load: () => Promise<AdapterFactory>,
  host: CheckHost,
): Promise<{ program: string | null; reason: string | null }> {
  try {
    const { program } = (await load())({ name: '', cwd: process.cwd(), env: {} });
    if (!program || host.hasProgram(program.command)) return { program: program?.command ?? null, reason: null };
    const install = program.installHint ? `; install it: ${program.installHint}` : '';
    return { program: program.command, reason: `"${program.command}" is not on the PATH${install}` };
  } catch (error) {
    return { program: null, reason: `cannot be loaded: ${error instanceof Error ? error.message : String(error)}` };
  }
}
