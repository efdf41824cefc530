import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { NodeContext } from '../../node-context.js';
import { defineNodeType, type NodeType } from '../../node-type.js';
import type { StandardSchema } from '../../standard-schema.js';
import { nodeTypeConformance } from './node-type-conformance.js';

type Config = { readonly wait: number };

const schema: StandardSchema<Config> = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value) => {
      const wait = (value as Partial<Config> | null | undefined)?.wait;
      return typeof wait === 'number' ? { value: { wait } } : { issues: [{ message: 'must be a number' }] };
    },
  },
};

const wait = defineNodeType<Config>({
  schema,
  run: async (config, { signal }) => {
    await delay(config.wait, undefined, { signal });
    return { status: 'done', output: 'over' };
  },
});

const EXAMPLES = { runnable: [{ wait: 0 }], invalid: [{ wait: 'long' }] };
const [ACCEPTED, REFUSED, RUNS, ENDS] = [
  '{"wait":0} is accepted, twice the same, and left as it was',
  '{"wait":"long"} is refused with a reason',
  '{"wait":0} runs to an outcome, and writes nothing to stdout',
  '{"wait":0} comes to an end when it is aborted',
];

/** The cases that a node type fails, with the reason. */
async function failuresOf(type: NodeType): Promise<string[]> {
  const failed: string[] = [];
  for (const { name, run } of nodeTypeConformance(type, EXAMPLES)) await run().catch(() => failed.push(name));
  return failed;
}

const aborted = ({ signal }: NodeContext) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));

test.each<[what: string, type: NodeType, caught: readonly (string | undefined)[]]>([
  ['does all of it', wait, []],
  [
    'throws at nonsense',
    { ...wait, schema: withValidate((value) => ({ value: { wait: (value as Config).wait } })) },
    ['nonsense is refused, not thrown at', REFUSED],
  ],
  ['accepts a wrong config', { ...wait, schema: withValidate((value) => accepting(value)) }, [REFUSED]],
  [
    'reads a config in another way each time',
    { ...wait, schema: withValidate((value) => read(value, { wait: Math.random() })) },
    [ACCEPTED],
  ],
  ['has no such outcome', { ...wait, run: async () => ({ status: 'fine' }) as never }, [RUNS]],
  [
    'writes to stdout',
    {
      ...wait,
      run: async (config, context) => {
        process.stdout.write('over\n');
        return wait.run(config as Config, context);
      },
    },
    [RUNS],
  ],
  [
    'waits for an abort that has been',
    {
      ...wait,
      run: async (_config, context) => {
        if (context.signal.aborted) await aborted(context);
        return { status: 'done', output: '' };
      },
    },
    [ENDS],
  ],
  [
    'hears of no abort once it has begun',
    {
      ...wait,
      run: async (_config, { signal }) => {
        const wasAborted = signal.aborted;
        await delay(0);
        if (signal.aborted && !wasAborted) await new Promise(() => {});
        return { status: 'done', output: '' };
      },
    },
    [ENDS],
  ],
])(
  'a node type that %s fails the cases about that and no other',
  async (_what, type, caught) => {
    expect(await failuresOf(type)).toEqual(caught);
  },
  30_000,
);

test('WHEN there is no example THEN it is told what is left out', () => {
  const leftOut = nodeTypeConformance(wait).flatMap(({ name, leftOut: reason }) => (reason ? [[name, reason]] : []));
  expect(leftOut).toEqual([
    ['a wrong config is refused with a reason', 'without "invalid" there is none'],
    ['it runs to an outcome, and comes to an end when it is aborted', 'without "runnable" there is no config to run'],
  ]);
});

function withValidate(validate: StandardSchema<Config>['~standard']['validate']): StandardSchema<Config> {
  return { '~standard': { version: 1, vendor: 'test', validate } };
}

function read(value: unknown, config: Config) {
  const isRight = typeof (value as Partial<Config> | null | undefined)?.wait === 'number';
  return isRight ? { value: config } : { issues: [{ message: 'must be a number' }] };
}

function accepting(value: unknown) {
  const isObject = typeof value === 'object' && value !== null && 'wait' in value;
  return isObject ? { value: { wait: Number((value as Config).wait) || 0 } } : { issues: [{ message: 'no' }] };
}
