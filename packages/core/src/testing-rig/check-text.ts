import { type AdapterFactory, createAdapter, type Diagnostic, type ResourceSearch } from '@agentflow/plugin-sdk';
import { builtInNodeTypes } from '../nodes/built-in-node-types.js';
import { Registry, type RegistryEntry } from '../registry.js';
import { type LoadEnvironment, parseWorkflow } from '../workflow/load-workflow.js';
import type { Plan } from '../workflow/plan.js';

const SOURCE = { plugin: 'test', version: '1.0.0', origin: 'built-in' } as const;

const adapter = (name: string, factory: AdapterFactory): RegistryEntry<AdapterFactory> => ({
  name,
  source: SOURCE,
  load: async () => factory,
});

const modes = { interactive: { prompt: 'last' }, headless: { prompt: 'last' } } as const;

/** An agent with every option, one with none, one that is never interactive, one that cannot be loaded; the command `review`, the script `analyze`. */
export const testEnvironment: LoadEnvironment = {
  adapters: new Registry([
    adapter(
      'able',
      createAdapter({
        command: 'able',
        modes,
        options: { model: ['--model', '{}'], permissions: { ask: [] }, resume: ['--resume={}'] },
      }),
    ),
    adapter('plain', createAdapter({ command: 'plain', modes })),
    { ...adapter('piped', createAdapter({ command: 'piped', modes })), modes: ['headless'] },
    { name: 'broken', source: SOURCE, load: () => Promise.reject(new Error('no such module')) },
  ]),
  nodeTypes: new Registry(builtInNodeTypes('1.0.0')),
  host: {
    findResource: (_kind, name): ResourceSearch =>
      name === 'review' || name === 'analyze'
        ? { found: true, file: `/${name}` }
        : { found: false, searched: ['/commands'], similar: [] },
    hasProgram: (name) => name !== 'uv',
  },
};

/** The plan of a text that must be valid without a warning. */
export async function planOf(text: string): Promise<Plan> {
  const result = await parseWorkflow(text, 'f.yaml', testEnvironment);
  if (result.ok && result.diagnostics.length === 0) return result.plan;
  throw new Error(result.diagnostics.map(short).join('\n'));
}

/** What is wrong with a text, a line each: `3:7 blank-value "prompt" is blank.` */
export async function problemsOf(text: string, environment: LoadEnvironment = testEnvironment): Promise<string[]> {
  return (await parseWorkflow(text, 'f.yaml', environment)).diagnostics.map(short);
}

/** A file of nodes around the fields of one node or of several. */
export function nodesFile(...nodes: string[]): string {
  return `name: n\ndescription: d\nadapter: able\nnodes:\n${nodes.map((node) => `  - {${node}}\n`).join('')}`;
}

function short({ line, column, severity, code, message, hint }: Diagnostic): string {
  const missing = hint === undefined ? ' (no hint)' : '';
  return `${line}:${column} ${severity === 'warning' ? 'warning ' : ''}${code} ${message}${missing}`;
}
