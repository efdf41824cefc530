import type { AdapterFactory, CheckHost, RegistryEntry } from '@agentflow/core';
import { versionOf } from '../agent-version.js';
import { BaseCommand } from '../base-command.js';
import { columns } from '../columns.js';
import { pluginFlag } from '../plugins/plugin-flag.js';
import { openProject, type Project } from '../project.js';

export default class Adapters extends BaseCommand {
  static override summary = 'List the agents that workflows can use.';
  static override description =
    'Each adapter with the plugin it comes from, whether its program is installed, its version, and whether the adapter was tested with that. Code of installed plugins is not run for this.';
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
    const rows = adapters.map((each) => [each.name, `${each.plugin} ${each.version}`, stateOf(each)]);
    this.printData(columns([['NAME', 'PLUGIN', 'STATE'], ...rows]));
  }
}

async function describe({ name, source, trouble, load }: RegistryEntry<AdapterFactory>, project: Project) {
  const { plugin, version, origin } = source;
  const isForeign = project.settings.plugins.some((found) => found.name === plugin);
  const found =
    isForeign || trouble ? { ...NOTHING_KNOWN, reason: trouble?.reason ?? null } : await inspect(load, project.host);
  return { name, plugin, version, origin, ...found, usable: found.reason === null };
}

interface Inspected {
  readonly program: string | null;
  readonly programVersion: string | null;
  readonly testedVersions: string | null;
  /** Null where the version or the tested range is not known. */
  readonly tested: boolean | null;
  /** Why it cannot be used. */
  readonly reason: string | null;
}

const NOTHING_KNOWN = { program: null, programVersion: null, testedVersions: null, tested: null };

async function inspect(load: () => Promise<AdapterFactory>, host: CheckHost): Promise<Inspected> {
  try {
    const { program } = (await load())({ name: '', cwd: process.cwd(), env: {} });
    if (!program) return { ...NOTHING_KNOWN, reason: null };
    const facts = { ...NOTHING_KNOWN, program: program.command, testedVersions: program.testedVersions ?? null };
    if (!host.hasProgram(program.command)) {
      const install = program.installHint ? `; install it: ${program.installHint}` : '';
      return { ...facts, reason: `"${program.command}" is not on the PATH${install}` };
    }
    const found = await versionOf(program);
    if (!found.ok) return { ...facts, reason: null };
    return { ...facts, programVersion: found.version, tested: found.tested, reason: null };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ...NOTHING_KNOWN, reason: `cannot be loaded: ${message}` };
  }
}

function stateOf({ programVersion, testedVersions, tested, reason }: Inspected): string {
  if (reason !== null) return reason;
  if (programVersion === null) return 'ready';
  if (tested === false) return `ready, but ${programVersion} was not tested; ${testedVersions} was`;
  return `ready, ${programVersion}${tested ? ' (tested)' : ''}`;
}
