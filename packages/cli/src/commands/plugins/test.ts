import { resolve } from 'node:path';
import { string } from '@oclif/core/args';
import { option } from '@oclif/core/flags';
import { BaseCommand } from '../../base-command.js';
import { count } from '../../columns.js';
import { EXIT_CODES } from '../../exit-codes.js';
import { paintFor } from '../../paint.js';
import { PluginLoader } from '../../plugins/load-plugin.js';
import { readManifest } from '../../plugins/manifest.js';
import { PluginError } from '../../plugins/plugin-error.js';
import { refusal } from '../../plugins/refusal.js';
import { type CaseResult, testPlugin } from '../../plugins/test-plugin.js';

export default class PluginsTest extends BaseCommand {
  static override summary = 'Run the conformance cases on a plugin.';
  static override description =
    'The same cases that adapterConformance and nodeTypeConformance of @agentflow/plugin-sdk/testing give to any test runner. One that fails exits with 1.';
  static override examples = [
    { description: 'The plugin in this folder', command: '<%= config.bin %> plugins test' },
    {
      description: 'With an agent that speaks like Claude Code',
      command: '<%= config.bin %> plugins test ./adapter-x --played-by claude',
    },
  ];
  static override args = { folder: string({ description: "The plugin's folder; this one unless told." }) };
  static override flags = {
    'played-by': option({
      description: 'Start processes, too: the fake agent plays the program and speaks so.',
      options: ['plain', 'claude', 'gemini'] as const,
    })(),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(PluginsTest);
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
    });
    const report = flags.json ? () => {} : (result: CaseResult) => this.#show(result);
    const cases = await testPlugin(plugin, { playedBy: flags['played-by'], report });
    const failed = cases.filter(({ ok }) => !ok).length;
    if (failed > 0) process.exitCode = EXIT_CODES.FAILED;
    if (flags.json) return this.printJson({ plugin: { name, version }, cases, failed });
    this.talk(
      failed === 0
        ? `${name} ${version} conforms: ${count(cases.length, 'case')}.`
        : `${count(failed, 'case')} of ${cases.length} failed.`,
    );
  }

  #show({ contribution, name, ok, message }: CaseResult): void {
    const paint = paintFor(process.stdout);
    const mark = ok ? paint.good('✓') : paint.error('✗');
    this.printData(
      `${mark} ${contribution}: ${name}${message === null ? '' : `\n    ${message.split('\n').join('\n    ')}`}`,
    );
  }
}
