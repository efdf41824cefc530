import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { string } from '@oclif/core/args';
import { string as stringFlag } from '@oclif/core/flags';
import { BaseCommand } from '../../base-command.js';
import { CliError } from '../../cli-error.js';
import { EXIT_CODES } from '../../exit-codes.js';
import { type NewPlugin, pluginTemplate } from '../../plugins/create/plugin-template.js';
import { isPackageName } from '../../plugins/manifest.js';
import { isReservedNodeType } from '../../plugins/refusal.js';
import { sdkVersion } from '../../plugins/sdk-version.js';
import { shortPath } from '../../short-path.js';

export default class PluginsCreate extends BaseCommand {
  static override summary = 'Write a new plugin: a package that builds, passes its tests and can be linked.';
  static override description =
    'NAME is adapter-ID or node-type-ID; it is the name of the folder, too. Nothing is asked.';
  static override examples = [
    { description: 'An adapter for the program "x"', command: '<%= config.bin %> plugins create adapter-x' },
    {
      description: 'A node type, for a scope of your own',
      command: '<%= config.bin %> plugins create node-type-http --package @acme/agentflow-http',
    },
  ];
  static override args = { name: string({ description: 'adapter-ID or node-type-ID.', required: true }) };
  static override flags = {
    package: stringFlag({ description: 'The name of the npm package; agentflow-NAME unless told.', helpValue: 'NAME' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(PluginsCreate);
    const plugin = newPlugin(args.name, flags.package);
    const folder = resolve(args.name);
    if (existsSync(folder) && readdirSync(folder).length > 0)
      throw usage(`The folder ${args.name} is not empty.`, 'Choose another name, or remove it.');
    const files = pluginTemplate(plugin);
    for (const [name, text] of Object.entries(files)) {
      const file = join(folder, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    const { kind, id, packageName } = plugin;
    const short = shortPath(process.cwd(), folder);
    if (flags.json) return this.printJson({ folder, package: packageName, kind, id, files: Object.keys(files) });
    this.talk(`${packageName} is written. Next:`);
    this.printData(`cd ${short}\nnpm install\nnpm test\nagentflow plugins link .\nagentflow run example.yaml`);
  }
}

function newPlugin(name: string, asked: string | undefined): NewPlugin {
  const match = /^(adapter|node-type)-([a-z0-9][a-z0-9-]*)$/.exec(name);
  if (!match) throw usage(`"${name}" is not the name of a plugin.`, 'Begin it with adapter- or node-type-: adapter-x');
  const [, kind, id = ''] = match;
  if (kind === 'node-type' && isReservedNodeType(id))
    throw usage(`A node type cannot be called "${id}": that name belongs to AgentFlow.`, 'Choose another name.');
  const packageName = asked ?? `agentflow-${name}`;
  if (!isPackageName(packageName))
    throw usage(`"${packageName}" is not the name of a package.`, 'Names look like @acme/agentflow-http.');
  return { kind: kind as NewPlugin['kind'], id, packageName, sdkVersion: sdkVersion() };
}

function usage(message: string, hint: string): CliError {
  return new CliError(message, { code: 'usage', exitCode: EXIT_CODES.USAGE, hint });
}
