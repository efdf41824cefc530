import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { type Bench, nodes, taskOf } from '../core/bench.js';
import {
  BASH_PLACES,
  HOSTILE_SCRIPT_VALUES,
  HOSTILE_VALUES,
  JAVASCRIPT_PLACES,
  PYTHON_PLACES,
} from '../rig/hostile-values.js';
import { agentNode, answer } from './agent-node.js';

/** An output in a place where it is used: what has to arrive there, and what did. */
export interface Use {
  readonly place: string;
  readonly value: string;
  readonly expected: string;
  readonly got: string | undefined;
}

/** Whether any of the values was run as code. */
export function wasExecuted({ rig }: Bench): boolean {
  return existsSync(rig.path('pwned'));
}

/** Every value in every place of a bash text, in one session. */
export async function usesInBash(bench: Bench): Promise<Use[]> {
  await mkdir(bench.rig.path('out'));
  const consumers = HOSTILE_VALUES.map((_, value) => ({
    id: `use${value}`,
    depends_on: [`v${value}`],
    bash: BASH_PLACES.map(({ bash }, place) => `{\n${refer(bash, value)}\n} > out/${value}-${place}`).join('\n'),
  }));
  await finish(bench, consumers);
  return HOSTILE_VALUES.flatMap((value, index) =>
    BASH_PLACES.map(({ bash, around }, place) => ({
      place: bash,
      value,
      expected: around.join(value),
      got: readFileSync(bench.rig.path('out', `${index}-${place}`), 'utf8'),
    })),
  );
}

export type Runtime = 'bun' | 'node' | 'uv';

/** Every value in every place of a script, in one session. */
export async function usesInScripts(bench: Bench, runtime: Runtime): Promise<Use[]> {
  const script = runtime === 'uv' ? PYTHON_PLACES : JAVASCRIPT_PLACES;
  const consumers = HOSTILE_SCRIPT_VALUES.map((_, value) => ({
    id: `use${value}`,
    depends_on: [`v${value}`],
    script: refer(script, value),
    runtime,
  }));
  await finish(bench, consumers, HOSTILE_SCRIPT_VALUES);
  const places = script.split('\n').filter((line) => line.endsWith(','));
  const uses = HOSTILE_SCRIPT_VALUES.map(async (value, index) => {
    const got = JSON.parse((await bench.output(`use${index}`)) ?? '[]') as string[];
    return places.map((place, at) => ({ place: place.trim(), value, expected: value, got: got[at] }));
  });
  return (await Promise.all(uses)).flat();
}

const SEPARATOR = '␞';

/** Every value in every text that is no code: prompts, conditions, questions, reasons. */
export async function usesInTexts(bench: Bench): Promise<Use[]> {
  const text = HOSTILE_VALUES.map((_, value) => `$v${value}.output`).join(SEPARATOR);
  const depends_on = HOSTILE_VALUES.map((_, value) => `v${value}`);
  const [prompt, command, loop] = ['prompt', 'command', 'loop'].map((name) => bench.agent(name, { depends_on }));
  if (!prompt || !command || !loop) throw new Error('unreachable');
  const when = HOSTILE_VALUES.map((_, value) => ({
    id: `when${value}`,
    depends_on: [`v${value}`],
    when: `$v${value}.output == $INPUTS.i${value} && $v${value}.output != '$v${value}.output'`,
    bash: 'echo equal',
  }));
  await bench.rig.write({ '.agentflow/commands/show.md': text, ...valueFiles() });
  const inputs = Object.fromEntries(HOSTILE_VALUES.map((_, value) => [`i${value}`, { required: true }]));
  const texts = [
    { ...prompt.task, prompt: text },
    agentNode(command, { command: 'show' }),
    agentNode(loop, { loop: { prompt: text, until: 'END', max_iterations: 1 } }),
    { id: 'approval', depends_on: ['prompt', 'command', 'loop'], approval: text },
    { id: 'cancel', depends_on: ['approval'], cancel: text },
  ];
  await bench.write({ ...nodes(...producers(), ...when, ...texts), inputs });
  const run = bench.run(HOSTILE_VALUES.flatMap((value, index) => ['--input', `i${index}=${value}`]));
  const prompts = await Promise.all(
    [prompt, command, loop].map(async (agent) => {
      const launch = await agent.nextLaunch();
      await answer(launch, 'END');
      return launch.prompt;
    }),
  );
  const { code, session, stderr } = await bench.resultOf(run);
  if (code !== 5) throw new Error(`Ended with ${code}:\n${stderr}`);
  await bench.rig.run('approve s1');
  const got = {
    prompt: prompts[0],
    command: prompts[1],
    loop: prompts[2],
    approval: taskOf(session, 'approval').question,
    cancel: (await bench.session()).reason,
  };
  const shown = Object.entries(got).flatMap(([place, whole]) => {
    const parts = whole?.split(SEPARATOR) ?? [];
    return HOSTILE_VALUES.map((value, index) => ({ place, value, expected: value, got: parts[index] }));
  });
  const compared = HOSTILE_VALUES.map((value, index) => {
    const { status } = taskOf(session, `when${index}`);
    return { place: 'when', value, expected: 'DONE', got: status };
  });
  return [...shown, ...compared];
}

function refer(text: string, value: number): string {
  return text.replaceAll('$V', () => `$v${value}.output`);
}

function valueFiles(values = HOSTILE_VALUES): Record<string, string> {
  return Object.fromEntries(values.map((value, index) => [`value${index}`, `${value}\n`]));
}

function producers(values = HOSTILE_VALUES): object[] {
  return values.map((_, index) => ({ id: `v${index}`, bash: `cat value${index}` }));
}

async function finish(bench: Bench, consumers: readonly object[], values = HOSTILE_VALUES): Promise<void> {
  await bench.rig.write(valueFiles(values));
  const { code, stderr } = await bench.finish(nodes(...producers(values), ...consumers));
  if (code !== 0) throw new Error(`Ended with ${code}:\n${stderr}`);
}
