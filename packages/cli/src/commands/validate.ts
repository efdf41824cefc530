import { type Diagnostic, type DiagnosticCode, formatDiagnostics, loadWorkflow } from '@agentflow/core';
import { string } from '@oclif/core/args';
import { boolean } from '@oclif/core/flags';
import { BaseCommand } from '../base-command.js';
import { CliError } from '../cli-error.js';
import { count } from '../columns.js';
import { EXIT_CODES } from '../exit-codes.js';
import { findWorkflow, listWorkflows } from '../find-workflow.js';
import { isError, isForPlugins, tally } from '../load-plan.js';
import { paintFor } from '../paint.js';
import { notesOnLost } from '../plugins/lost-plugins.js';
import { pluginFlag } from '../plugins/plugin-flag.js';
import { openProject, type Project } from '../project.js';
import { plainLine } from '../sessions/text-layout.js';
import { shortPath } from '../short-path.js';

interface FileReport {
  readonly file: string;
  readonly valid: boolean;
  readonly nodes: number | null;
  readonly diagnostics: readonly Diagnostic[];
}

export default class Validate extends BaseCommand {
  static override summary = 'Check workflows and show every problem with its place.';
  static override description =
    'Without FILE all workflows of .agentflow/workflows are checked. Errors exit with 3; warnings alone with 0, unless --strict.';
  static override examples = [
    { description: 'Check one file', command: '<%= config.bin %> validate examples/quickstart.yaml' },
    {
      description: 'Check all workflows of this project, warnings count too',
      command: '<%= config.bin %> validate --strict',
    },
    { description: 'The same as data', command: '<%= config.bin %> validate review.yaml --json' },
  ];
  static override strict = false;
  static override args = {
    file: string({ description: 'A workflow file, or the name of a workflow; several may be given.' }),
  };
  static override flags = { strict: boolean({ description: 'Count warnings as errors.' }), ...pluginFlag };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(Validate);
    const project = await openProject(process.cwd(), this.config.version, flags.plugin);
    const names = argv as string[];
    const targets = names.length > 0 ? findAll(project, names) : projectWorkflows(project);
    const reports: FileReport[] = [];
    for (const target of targets) reports.push(this.#report(await check(target, project, flags), flags));
    const diagnostics = reports.flatMap((report) => report.diagnostics);
    for (const note of notesOnLost(project.settings.plugins, diagnostics)) this.talk(note);
    if (flags.json) this.printJson(toJson(reports, diagnostics));
    const failed = reports.filter((report) => !report.valid);
    const isInvalid = failed.some((report) => !isForPlugins(report.diagnostics));
    if (failed.length > 0) process.exitCode = isInvalid ? EXIT_CODES.INVALID : EXIT_CODES.PLUGIN;
  }

  #report({ text, ...report }: CheckedFile, { json }: { json: boolean }): FileReport {
    if (json) return report;
    const { file, valid, nodes, diagnostics } = report;
    const paint = paintFor(process.stdout);
    for (const words of formatDiagnostics(diagnostics, text, paint)) this.printData(`${words}\n\n`);
    const mark = valid ? paint.good('✓') : paint.error('✗');
    const size = nodes === null ? '' : ` (${count(nodes, 'node')})`;
    const verdict =
      diagnostics.length === 0
        ? `is valid${size}`
        : valid
          ? `is valid${size}, with ${tally(diagnostics)}`
          : `has ${tally(diagnostics)}`;
    this.printData(`${mark} ${plainLine(file)} ${verdict}`);
    return report;
  }
}

/** A file to check, or a name that nothing has. */
type Target = { readonly file: string } | { readonly name: string; readonly error: CliError };

/** One unknown name is wrong usage; among others it is a part of what is wrong, and the others are checked. */
function findAll(project: Project, names: readonly string[]): Target[] {
  return names.map((name) => {
    try {
      return { file: findWorkflow(project, name) };
    } catch (error) {
      if (names.length === 1 || !(error instanceof CliError)) throw error;
      return { name, error };
    }
  });
}

function projectWorkflows(project: Project): Target[] {
  const files = listWorkflows(project).filter(({ origin }) => origin === 'project');
  if (files.length > 0) return files;
  throw new CliError('There is no workflow to check: .agentflow/workflows is empty or absent.', {
    code: 'no-workflow',
    exitCode: EXIT_CODES.USAGE,
    hint: 'Name a file: agentflow validate FILE',
  });
}

interface CheckedFile extends FileReport {
  readonly text: string;
}

async function check(target: Target, project: Project, { strict }: { strict: boolean }): Promise<CheckedFile> {
  if ('error' in target) return missing(target.name, target.error);
  const file = shortPath(project.folder, target.file);
  const result = await loadWorkflow(target.file, project, file);
  const diagnostics = strict ? result.diagnostics.map(asError) : result.diagnostics;
  const nodes = result.ok ? result.plan.nodes.length : null;
  return { file, valid: !diagnostics.some(isError), nodes, diagnostics, text: result.text };
}

const NO_FILE: DiagnosticCode = 'file-unreadable';

function missing(file: string, { message, hint }: CliError): CheckedFile {
  const place = { file, line: 1, column: 1, length: 1 };
  const diagnostic: Diagnostic = {
    ...place,
    code: NO_FILE,
    severity: 'error',
    message,
    ...(hint && { hint }),
  };
  return { file, valid: false, nodes: null, diagnostics: [diagnostic], text: '' };
}

function asError(diagnostic: Diagnostic): Diagnostic {
  return { ...diagnostic, severity: 'error' };
}

/** Besides the reports the error every command has under --json, with the place of the first diagnostic. */
function toJson(files: readonly FileReport[], diagnostics: readonly Diagnostic[]): unknown {
  const errors = diagnostics.filter(isError);
  const [first] = errors;
  const summary = { files, errors: errors.length, warnings: diagnostics.length - errors.length };
  if (!first) return summary;
  const { file, line, column, hint } = first;
  return {
    ...summary,
    error: { code: 'invalid-workflow', message: tally(diagnostics), file, line, column, ...(hint && { hint }) },
  };
}
