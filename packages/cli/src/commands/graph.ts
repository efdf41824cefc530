import { string } from '@oclif/core/args';
import { option } from '@oclif/core/flags';
import { BaseCommand } from '../base-command.js';
import { drawGraph, GRAPH_FORMATS } from '../draw-graph.js';
import { loadPlan } from '../load-plan.js';
import { pluginFlag } from '../plugins/plugin-flag.js';
import { openProject } from '../project.js';

export default class Graph extends BaseCommand {
  static override summary = 'Show the graph of a workflow.';
  static override examples = [
    { description: 'As text', command: '<%= config.bin %> graph examples/quickstart.yaml' },
    { description: 'As a diagram for Markdown', command: '<%= config.bin %> graph review --format mermaid' },
    { description: 'As a picture', command: '<%= config.bin %> graph review --format dot | dot -Tsvg > review.svg' },
  ];
  static override args = { workflow: string({ description: 'A workflow file or name.', required: true }) };
  static override flags = {
    format: option({ description: 'How to show it.', options: GRAPH_FORMATS, default: 'text' as const })(),
    ...pluginFlag,
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Graph);
    const project = await openProject(process.cwd(), this.config.version, flags.plugin);
    const { plan } = await loadPlan(project, args.workflow, { talk: (text) => this.talk(text) });
    this.printData(drawGraph(plan, flags.json ? 'json' : flags.format));
  }
}
