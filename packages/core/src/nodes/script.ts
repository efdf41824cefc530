import {
  type CheckHost,
  defineNodeType,
  type NodeContext,
  type NodeProblem,
  type Outcome,
} from '@agentflow/plugin-sdk';
import * as z from 'zod';
import { nonBlank, textList } from '../workflow/schema/values.js';
import { processOutcome } from './process-outcome.js';
import { searchHint } from './resource-problems.js';
import { commandLine, loaderEnvironment, type ScriptFile } from './script/command-line.js';
import { installDependencies } from './script/dependency-cache.js';
import { specProblem } from './script/dependency-specs.js';
import { installHint, RUNTIMES, type Runtime } from './script/runtimes.js';
import { findNamedScript, InlineScript, isScriptName } from './script/script-source.js';

interface Config {
  readonly script: string;
  readonly runtime: Runtime;
  readonly deps?: readonly string[] | undefined;
}

/** Runs inline code, or a file of the script folders; the output is its stdout. */
export const script = defineNodeType<Config>({
  schema: z.object({ script: nonBlank, runtime: z.enum(['bun', 'uv', 'node']), deps: textList.optional() }),
  fields: ['runtime', 'deps'],
  templates: { script: 'deferred', deps: 'literal', runtime: 'literal' },
  check: ({ script: text, runtime, deps = [] }, host) => [
    ...checkName(text, runtime, host),
    ...checkRuntime(runtime, host),
    ...checkDependencies(deps),
  ],
  run: (config, context) => (isScriptName(config.script) ? runNamed(config, context) : runInline(config, context)),
});

/** The file is run where it is, so that it finds what lies beside it. */
async function runNamed({ script: name, runtime, deps = [] }: Config, context: NodeContext): Promise<Outcome> {
  const named = findNamedScript(name, runtime, context);
  if (!named.found) return named.outcome;
  const { file } = named;
  if (runtime === 'uv' || deps.length === 0) return runFile({ runtime, file, deps }, context);
  const installation = await installDependencies(runtime, deps, context);
  if (!installation.ok) return installation.outcome;
  return runFile({ runtime, file, deps, packages: installation.folder }, context);
}

async function runInline({ script: template, runtime, deps = [] }: Config, context: NodeContext): Promise<Outcome> {
  const { language, inline } = RUNTIMES[runtime];
  const rendered = render(template, language, context);
  if (!rendered.ok) return { status: 'failed', reason: 'bad-reference', message: rendered.message };
  const code = new InlineScript(rendered.code, inline);
  try {
    if (runtime !== 'uv' && deps.length > 0) {
      const installation = await installDependencies(runtime, deps, context);
      if (!installation.ok) return installation.outcome;
      code.usePackagesOf(installation.folder);
    }
    return await runFile({ runtime, file: code.file, deps }, context);
  } finally {
    code.remove();
  }
}

type RenderedCode = { readonly ok: true; readonly code: string } | { readonly ok: false; readonly message: string };

function render(template: string, language: 'javascript' | 'python', context: NodeContext): RenderedCode {
  try {
    return { ok: true, code: context.render(template, {}, language) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

async function runFile(script: ScriptFile, context: NodeContext): Promise<Outcome> {
  const { runtime, file } = script;
  const env = { ...loaderEnvironment(script), AGENTFLOW_OUTPUTS: context.outputsFile() };
  const outcome = processOutcome(runtime, await context.spawn({ ...commandLine(script), env }), installHint(runtime));
  if (outcome.status !== 'failed' || runtime !== 'node' || !file.endsWith('.ts')) return outcome;
  return { hint: 'Node runs TypeScript from version 22.18 on; "runtime: bun" always does.', ...outcome };
}

function checkName(text: string, runtime: Runtime, host: CheckHost): NodeProblem[] {
  if (!isScriptName(text)) return [];
  const extensions = RUNTIMES[runtime].named;
  const search = host.findResource('script', text, extensions);
  if (search.found) return [];
  const hint = searchHint(`${text}{${extensions.join(',')}}`, search);
  return [{ path: ['script'], code: 'unknown-script', message: `There is no ${runtime} script "${text}".`, hint }];
}

function checkRuntime(runtime: Runtime, host: CheckHost): NodeProblem[] {
  if (host.hasProgram(runtime)) return [];
  const message = `The program "${runtime}" is not on the PATH, so this node would fail.`;
  return [{ path: ['runtime'], code: 'missing-runtime', severity: 'warning', message, hint: installHint(runtime) }];
}

function checkDependencies(deps: readonly string[]): NodeProblem[] {
  return deps.flatMap((spec, index) => {
    const message = specProblem(spec);
    const hint = 'Each is a package, such as lodash or lodash@4.17.21.';
    return message === undefined ? [] : [{ path: ['deps', index], message, hint }];
  });
}
