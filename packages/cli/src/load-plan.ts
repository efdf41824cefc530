import { existsSync } from 'node:fs';
import { type Diagnostic, formatDiagnostics, type LoadResult, loadWorkflow, type Plan } from '@agentflow/core';
import { CliError } from './cli-error.js';
import { count } from './columns.js';
import { EXIT_CODES } from './exit-codes.js';
import { findWorkflow, noSuchFile } from './find-workflow.js';
import { paintFor } from './paint.js';
import { checkAdapters, lacksMode } from './plugins/check-adapters.js';
import { notesOnLost } from './plugins/lost-plugins.js';
import type { Project } from './project.js';
import { shortPath } from './short-path.js';

export interface LoadedPlan {
  readonly file: string;
  readonly label: string;
  readonly text: string;
  readonly plan: Plan;
}

/**
 * The plan of a workflow that a command needs. What is wrong with the file is talked about, errors end the command.
 * `toRun` looks into the code of the adapters, too.
 */
export async function loadPlan(
  project: Project,
  workflow: string,
  { talk, strict = false, toRun = false }: { talk: (text: string) => void; strict?: boolean; toRun?: boolean },
): Promise<LoadedPlan> {
  const file = findWorkflow(project, workflow);
  if (!existsSync(file)) throw noSuchFile(workflow, file);
  const label = shortPath(project.folder, file);
  const result = await (toRun ? loadToRun(project, file, label) : loadWorkflow(file, project, label));
  for (const text of formatDiagnostics(result.diagnostics, result.text, paintFor(process.stderr))) talk(`${text}\n`);
  for (const note of notesOnLost(project.settings.plugins, result.diagnostics)) talk(note);
  if (!result.ok || (strict && result.diagnostics.length > 0)) throw invalidWorkflow(label, result);
  return { file, label, text: result.text, plan: result.plan };
}

async function loadToRun(project: Project, file: string, label: string): Promise<LoadResult> {
  const result = await loadWorkflow(file, project, label);
  if (!result.ok) return result;
  const adapters = await checkAdapters(project, result.plan);
  return lacksMode(result.plan, adapters) ? loadWorkflow(file, { ...project, adapters }, label) : result;
}

/** The error of a workflow that cannot be used, with place, message and hint of its first error. */
function invalidWorkflow(label: string, { diagnostics }: LoadResult): CliError {
  const first = diagnostics.find(isError) ?? diagnostics[0];
  const isPluginTrouble = isForPlugins(diagnostics);
  return new CliError(`${label} has ${tally(diagnostics)}: ${first?.message ?? ''}`, {
    ...(isPluginTrouble ? BROKEN_PLUGIN : INVALID_WORKFLOW),
    file: first?.file,
    line: first?.line,
    column: first?.column,
    hint: first?.hint,
  });
}

const BROKEN_PLUGIN = { code: 'broken-plugin', exitCode: EXIT_CODES.PLUGIN } as const;
const INVALID_WORKFLOW = { code: 'invalid-workflow', exitCode: EXIT_CODES.INVALID } as const;

/** Whether the only errors are plugins that cannot be loaded: the file itself is right. */
export function isForPlugins(diagnostics: readonly Diagnostic[]): boolean {
  const errors = diagnostics.filter(isError);
  return errors.length > 0 && errors.every(({ code }) => code === 'broken-adapter' || code === 'broken-node-type');
}

/** `2 errors, 1 warning`. */
export function tally(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(isError).length;
  const warnings = diagnostics.length - errors;
  const parts = [
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
  ];
  return parts.join(', ') || 'no problem';
}

export function isError(diagnostic: Diagnostic): boolean {
  return diagnostic.severity === 'error';
}
