import { formatDiagnostics } from '@agentflow/core';
import { BaseCommand } from '../base-command.js';
import { checkAdapterSettings } from '../config/adapter-settings.js';
import { configWords, describeConfig } from '../config/describe-config.js';
import { ConfigError, loadConfigFiles } from '../config/load-config.js';
import { mergeConfig } from '../config/merge-config.js';
import { paintFor } from '../paint.js';

export default class Config extends BaseCommand {
  static override summary = 'Show the config files that hold here, and what they come to.';
  static override description =
    "A project's config is agentflow.config.yaml (or .json, .js, .mjs, .ts, .yml) or .agentflowrc in this folder or above it; a user's is config.yaml in ~/.config/agentflow. What the project says comes first.";
  static override examples = [
    { description: 'What holds here', command: '<%= config.bin %> config' },
    { description: 'The default agent', command: '<%= config.bin %> config --json | jq -r .config.defaults.adapter' },
  ];

  async run(): Promise<void> {
    const { flags } = await this.parse(Config);
    try {
      const files = await loadConfigFiles(process.cwd());
      const config = mergeConfig(files);
      checkAdapterSettings(config);
      const description = describeConfig({ files, config });
      if (flags.json) this.printJson(description);
      else this.printData(configWords(description));
    } catch (error) {
      if (error instanceof ConfigError && !flags.json) this.#show(error);
      throw error;
    }
  }

  #show({ diagnostics, text }: ConfigError): void {
    for (const words of formatDiagnostics(diagnostics, text, paintFor(process.stderr))) this.talk(`${words}\n`);
  }
}
