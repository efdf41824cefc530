import { type CheckHost, defineNodeType, type NodeProblem } from '@agentflow/plugin-sdk';
import * as z from 'zod';
import { nonBlank, textList } from '../workflow/schema/values.js';
import { searchHint } from './resource-problems.js';

const RUNTIMES = {
  bun: { extensions: ['.ts', '.js', '.mjs'], install: 'npm install -g bun' },
  uv: { extensions: ['.py'], install: 'see https://docs.astral.sh/uv/getting-started/installation' },
  node: { extensions: ['.mjs', '.js', '.ts'], install: 'see https://nodejs.org/en/download' },
} as const;

type Runtime = keyof typeof RUNTIMES;

/** Runs inline code, or a file of the script folders. */
export const script = defineNodeType({
  schema: z.object({ script: nonBlank, runtime: z.enum(['bun', 'uv', 'node']), deps: textList.optional() }),
  fields: ['runtime', 'deps'],
  templates: { script: 'deferred', deps: 'literal', runtime: 'literal' },
  check: (config, host) => [...checkName(config.script, config.runtime, host), ...checkRuntime(config.runtime, host)],
  run: async () => ({
    status: 'failed',
    reason: 'not-started',
    message: 'Script nodes can be checked, but not run yet.',
  }),
});

/** One word is a name; anything with white space or punctuation is code. */
export function isScriptName(text: string): boolean {
  return /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(text);
}

function checkName(text: string, runtime: Runtime, host: CheckHost): NodeProblem[] {
  if (!isScriptName(text)) return [];
  const { extensions } = RUNTIMES[runtime];
  const search = host.findResource('script', text, extensions);
  if (search.found) return [];
  const hint = searchHint(`${text}{${extensions.join(',')}}`, search);
  return [{ path: ['script'], code: 'unknown-script', message: `There is no ${runtime} script "${text}".`, hint }];
}

function checkRuntime(runtime: Runtime, host: CheckHost): NodeProblem[] {
  if (host.hasProgram(runtime)) return [];
  const message = `The program "${runtime}" is not on the PATH, so this node would fail.`;
  return [
    {
      path: ['runtime'],
      code: 'missing-runtime',
      severity: 'warning',
      message,
      hint: `Install it: ${RUNTIMES[runtime].install}`,
    },
  ];
}
