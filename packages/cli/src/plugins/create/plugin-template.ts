/** What a new plugin is to contribute. */
export interface NewPlugin {
  readonly kind: 'adapter' | 'node-type';
  /** The id that workflows use. */
  readonly id: string;
  /** Of the npm package. */
  readonly packageName: string;
  /** Of the SDK it is written for. */
  readonly sdkVersion: string;
}

/** The files of a new plugin: it builds, passes its conformance tests and can be linked. */
export function pluginTemplate(plugin: NewPlugin): Readonly<Record<string, string>> {
  const own = plugin.kind === 'adapter' ? adapterFiles(plugin) : nodeTypeFiles(plugin);
  return {
    'package.json': `${JSON.stringify(packageJson(plugin), null, 2)}\n`,
    'tsconfig.json': TSCONFIG,
    '.gitignore': 'node_modules\ndist\n.agentflow/sessions\n',
    'README.md': readme(plugin),
    ...own,
  };
}

function packageJson({ kind, id, packageName, sdkVersion }: NewPlugin): Record<string, unknown> {
  const isAdapter = kind === 'adapter';
  return {
    name: packageName,
    version: '0.1.0',
    description: isAdapter ? `AgentFlow adapter for ${id}` : `AgentFlow node type ${id}`,
    license: 'MIT',
    type: 'module',
    keywords: ['agentflow-plugin', `agentflow-${kind}`],
    agentflow: {
      apiVersion: 1,
      entry: './dist/index.js',
      contributes: isAdapter ? { adapters: [id] } : { nodeTypes: [id] },
    },
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' }, './package.json': './package.json' },
    files: ['dist'],
    engines: { node: '>=20.19', agentflow: '>=0.1 <1' },
    scripts: { build: 'tsc', test: 'npm run build && node --test', prepack: 'npm run build' },
    peerDependencies: { '@agentflow/plugin-sdk': `^${sdkVersion}` },
    peerDependenciesMeta: { '@agentflow/plugin-sdk': { optional: true } },
    devDependencies: { '@agentflow/plugin-sdk': `^${sdkVersion}`, typescript: '^6.0.3' },
  };
}

const TSCONFIG = `{
  "compilerOptions": {
    "target": "es2022",
    "module": "nodenext",
    "strict": true,
    "declaration": true,
    "rootDir": "src",
    "outDir": "dist",
    "types": []
  },
  "include": ["src"]
}
`;

function adapterFiles({ id, packageName }: NewPlugin): Readonly<Record<string, string>> {
  return {
    'src/index.ts': `import {
  type AgentObserver,
  type AgentVerdict,
  createAdapter,
  definePlugin,
  type ProcessExit,
} from '@agentflow/plugin-sdk';

export default definePlugin({
  name: '${packageName}',
  apiVersion: 1,
  adapters: {
    '${id}': createAdapter({
      // The program that is started, and what to type where it is missing.
      command: '${id}',
      installHint: 'npm install -g ${id}',
      modes: {
        // Arguments of the mode, then those of the workflow, then the prompt.
        interactive: { prompt: 'last' },
        headless: { args: ['--print'], prompt: 'last' },
      },
      // Shared options that the program can honour; "{}" stands for the value. What is not listed is refused.
      options: { model: ['--model', '{}'] },
      observe: () => new Observer(),
    }),
  },
});

/** Reads what one headless run prints. If ${id} can print events, ask for them above and read them here. */
class Observer implements AgentObserver {
  readonly #lines: string[] = [];

  onLine(line: string): void {
    this.#lines.push(line);
  }

  // Exit code and output together decide: exit code 0 alone is not success.
  judge({ exitCode, signal }: ProcessExit): AgentVerdict {
    if (signal !== null) return { ok: false, reason: 'signal', message: \`${id} was ended by \${signal}.\` };
    if (exitCode !== 0) return { ok: false, reason: 'exit-code', message: \`${id} exited with \${exitCode}.\` };
    const answer = this.#lines.join('\\n').trim();
    if (answer === '') return { ok: false, reason: 'bad-output', message: '${id} said nothing.' };
    return { ok: true, answer };
  }
}
`,
    'test/conformance.test.js': `import { describe, it } from 'node:test';
import { adapterConformance, bindCases } from '@agentflow/plugin-sdk/testing';
import plugin from '../dist/index.js';

// What every adapter has to do.
bindCases(adapterConformance(plugin.adapters['${id}']), { describe, it }, 'the adapter ${id}');
`,
    'test/agent.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fake, runFakeAgent } from '@agentflow/plugin-sdk/testing';
import plugin from '../dist/index.js';

// A real process takes the place of ${id}: it gets the arguments of the adapter and does these steps.
const run = (...steps) => runFakeAgent(plugin.adapters['${id}'], { prompt: 'Say hello.', steps });

test('WHEN it answers THEN it was given the prompt, and what it printed is the answer', async () => {
  const { args, verdict } = await run(fake.print('Hello.'));
  assert.deepEqual(args, ['--print', 'Say hello.']);
  assert.deepEqual(verdict, { ok: true, answer: 'Hello.' });
});

test('WHEN it exits with another code than 0 THEN that is a failure', async () => {
  const { verdict } = await run(fake.print('Hello.'), fake.exit(3));
  assert.deepEqual(verdict, { ok: false, reason: 'exit-code', message: '${id} exited with 3.' });
});

test('WHEN it is killed THEN that is a failure', async () => {
  const { verdict } = await run(fake.crash('kill'));
  assert.deepEqual(verdict, { ok: false, reason: 'signal', message: '${id} was ended by SIGKILL.' });
});

test('WHEN it says nothing THEN exit code 0 does not make that a success', async () => {
  const { verdict } = await run();
  assert.deepEqual(verdict, { ok: false, reason: 'bad-output', message: '${id} said nothing.' });
});
`,
    'example.yaml': `name: ${id}-example
description: Ask ${id} for a greeting.
nodes:
  - id: greet
    adapter: ${yamlText(id)}
    prompt: Say hello.
`,
  };
}

function nodeTypeFiles({ id, packageName }: NewPlugin): Readonly<Record<string, string>> {
  return {
    'src/index.ts': `import { defineNodeType, definePlugin, type StandardSchema } from '@agentflow/plugin-sdk';

interface Config {
  readonly '${id}': string;
}

// What a node may hold. A schema of zod 4, Valibot or ArkType can stand here as well.
const schema: StandardSchema<Config> = {
  '~standard': {
    version: 1,
    vendor: '${packageName}',
    validate: (value) => {
      const text = (value as Partial<Config> | null | undefined)?.['${id}'];
      if (typeof text === 'string') return { value: { '${id}': text } };
      return { issues: [{ message: 'must be a text', path: ['${id}'] }] };
    },
  },
};

export default definePlugin({
  name: '${packageName}',
  apiVersion: 1,
  nodeTypes: {
    '${id}': defineNodeType({
      schema,
      // Pass context.signal to everything that waits.
      run: async (config, context) => {
        context.log(\`${id} works\\n\`);
        return { status: 'done', output: config['${id}'].toUpperCase() };
      },
    }),
  },
});
`,
    'test/conformance.test.js': `import { describe, it } from 'node:test';
import { bindCases, nodeTypeConformance } from '@agentflow/plugin-sdk/testing';
import plugin from '../dist/index.js';

const cases = nodeTypeConformance(plugin.nodeTypes['${id}'], {
  runnable: [{ '${id}': 'hello' }],
  invalid: [{ '${id}': 7 }],
});
bindCases(cases, { describe, it }, 'the node type ${id}');
`,
    'example.yaml': `name: ${id}-example
description: One node of the type ${id}.
nodes:
  - id: first
    ${yamlText(id)}: hello
`,
  };
}

/** An id as YAML: one that would be a number or a truth value there needs quotes. */
function yamlText(id: string): string {
  return /^(\d.*|true|false|null|yes|no|on|off|y|n)$/.test(id) ? `"${id}"` : id;
}

function readme({ kind, id, packageName }: NewPlugin): string {
  const what = kind === 'adapter' ? `the agent \`${id}\`` : `the node type \`${id}\``;
  return `# ${packageName}

Teaches AgentFlow ${what}.

\`\`\`sh
npm install
npm test                    # builds, then runs the conformance cases
agentflow plugins link .    # use it from this folder
agentflow run example.yaml
\`\`\`
`;
}
