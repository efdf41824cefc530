import { resolve } from 'node:path';
import { string } from '@oclif/core/args';
import { option, string as stringFlag } from '@oclif/core/flags';
import { BaseCommand } from '../../base-command.js';
import { CliError } from '../../cli-error.js';
import { count } from '../../columns.js';
import { EXIT_CODES } from '../../exit-codes.js';
import { paintFor } from '../../paint.js';
import { PluginLoader } from '../../plugins/load-plugin.js';
import { readManifest } from '../../plugins/manifest.js';
import { PluginError } from '../../plugins/plugin-error.js';
import { refusal } from '../../plugins/refusal.js';
import { type CaseResult, type LeftOutCase, testPlugin } from '../../plugins/test-plugin.js';

export default class PluginsTest extends BaseCommand {
  static override summary = 'Run the conformance cases on a plugin.';
  static override description =
    'The same cases that adapterConformance and nodeTypeConformance of @agentflow/plugin-sdk/testing give to any test runner: a fake agent takes the place of the program. A case that cannot be checked is listed with the reason. One that fails exits with 1.';
  static override examples = [
    { description: 'The plugin in this folder', command: '<%= config.bin %> plugins test' },
    {
      description: 'With an agent that speaks like Claude Code',
      command: '<%= config.bin %> plugins test ./adapter-x --played-by claude',
    },
    {
      description: 'A plugin that needs options',
      command: `<%= config.bin %> plugins test ./adapter-x --options '{"url": "http://localhost"}'`,
    },
  ];
  static override args = { folder: string({ description: "The plugin's folder; this one unless told." }) };
  static override flags = {
    'played-by': option({
      description: 'Whose arguments the fake agent takes and whose events it prints; any and none unless told.',
      options: ['plain', 'claude', 'gemini'] as const,
    })(),
    options: stringFlag({
      description: "The plugin's options, as they would stand in a config file.",
      helpValue: 'JSON',
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(PluginsTest);
    const options = flags.options === undefined ? undefined : readOptions(flags.options);
    const folder = resolve(args.folder ?? '.');
    const read = readManifest(folder);
    if (!read.ok) throw new PluginError(`${folder}: ${read.reason}.`, read.hint);
    const { manifest } = read;
    const { name, version, adapters, nodeTypes } = manifest;
    const trouble = refusal(manifest, this.config);
    const plugin = await new PluginLoader().load({
      name,
      version,
      adapters,
      nodeTypes,
      manifest,
      tier: 'flag',
      namedBy: folder,
      state: trouble ? { kind: 'incompatible', ...trouble } : { kind: 'ready' },
      isInstalled: false,
      ...(options !== undefined && { options }),
    });
    const report = flags.json ? () => {} : (result: CaseResult | LeftOutCase) => this.#show(result);
    const { cases, leftOut } = await testPlugin(plugin, { playedBy: flags['played-by'], options, report });
    const failed = cases.filter(({ ok }) => !ok).length;
    if (failed > 0) process.exitCode = EXIT_CODES.FAILED;
    if (flags.json) return this.printJson({ plugin: { name, version }, cases, leftOut, failed });
    const rest = leftOut.length === 0 ? '' : ` ${count(leftOut.length, 'case')} left out.`;
    this.talk(
      failed === 0
        ? `${name} ${version} conforms: ${count(cases.length, 'case')}.${rest}`
        : `${count(failed, 'case')} of ${cases.length} failed.${rest}`,
    );
  }

  #show(result: CaseResult | LeftOutCase): void {
    const paint = paintFor(process.stdout);
    const [mark, about] =
      'reason' in result
        ? [paint.dim('-'), `Left out: ${result.reason}.`]
        : [result.ok ? paint.good('✓') : paint.error('✗'), result.message];
    const more = about === null ? '' : `\n    ${about.split('\n').join('\n    ')}`;
    this.printData(`${mark} ${result.contribution}: ${result.name}${more}`);
  }
}

function readOptions(text: string): Readonly<Record<string, unknown>> {
  const options = parsed(text);
  if (typeof options === 'object' && options !== null && !Array.isArray(options)) return { ...options };
  throw new CliError('--options is not a JSON object.', {
    code: 'usage',
    exitCode: EXIT_CODES.USAGE,
    hint: `Write it like this: --options '{"url": "http://localhost"}'`,
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
