import { loadWorkflow } from '@agentflow/core';
import { string } from '@oclif/core/flags';
import { BaseCommand } from '../base-command.js';
import { columns } from '../columns.js';
import { listWorkflows, type NamedWorkflow } from '../find-workflow.js';
import { tally } from '../load-plan.js';
import { openProject, type Project } from '../project.js';
import { shortPath } from '../short-path.js';

export default class Workflows extends BaseCommand {
  static override summary = 'List the workflows that can be run by name.';
  static override examples = [
    { description: 'All of them', command: '<%= config.bin %> workflows' },
    { description: 'Those with a tag', command: '<%= config.bin %> workflows --tag review' },
  ];
  static override flags = { tag: string({ description: 'Only workflows with this tag.', helpValue: 'TAG' }) };

  async run(): Promise<void> {
    const { flags } = await this.parse(Workflows);
    const project = await openProject(process.cwd(), this.config.version);
    const all = await Promise.all(listWorkflows(project).map((workflow) => describe(workflow, project)));
    const shown = all.filter(({ tags }) => flags.tag === undefined || tags.includes(flags.tag));
    if (flags.json) return this.printJson({ workflows: shown });
    if (shown.length === 0 && flags.tag !== undefined) return this.talk(`No workflow has the tag "${flags.tag}".`);
    if (shown.length === 0)
      return this.talk('No workflow found. Put one into .agentflow/workflows, or run a file: agentflow run FILE');
    const rows = shown.map(({ name, origin, problem, description }) => [name, origin, problem ?? description]);
    this.printData(columns([['NAME', 'FROM', 'DESCRIPTION'], ...rows]));
  }
}

async function describe({ name, file, origin }: NamedWorkflow, project: Project) {
  const label = shortPath(project.folder, file);
  const result = await loadWorkflow(file, project, label);
  if (result.ok)
    return {
      name,
      file: label,
      origin,
      tags: result.plan.tags,
      description: result.plan.description ?? result.plan.name,
    };
  const problem = `invalid: ${tally(result.diagnostics)}; see agentflow validate ${label}`;
  return { name, file: label, origin, tags: [] as readonly string[], description: '', problem };
}
