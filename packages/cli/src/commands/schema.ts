import { workflowJsonSchema } from '@agentflow/core';
import { BaseCommand } from '../base-command.js';
import { pluginFlag } from '../plugins/plugin-flag.js';
import { withoutPluginCode } from '../plugins/without-plugin-code.js';
import { openProject } from '../project.js';

export default class Schema extends BaseCommand {
  static override summary = 'Print the JSON Schema of workflow files, for editors.';
  static override description =
    'Draft 7, made from the node types and adapters that are registered here. An editor with a YAML language server checks a file that begins with "# yaml-language-server: $schema=PATH".';
  static override examples = [
    { description: 'Save it', command: '<%= config.bin %> schema > .agentflow/workflow.schema.json' },
    { description: 'The fields of a file', command: "<%= config.bin %> schema | jq '.properties | keys'" },
  ];

  static override flags = { ...pluginFlag };

  async run(): Promise<void> {
    const { flags } = await this.parse(Schema);
    const project = await openProject(process.cwd(), this.config.version, flags.plugin);
    const schema = await workflowJsonSchema(withoutPluginCode(project));
    if (flags.json) this.printJson(schema);
    else this.printData(JSON.stringify(schema, null, 2));
  }
}
