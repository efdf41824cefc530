import assert from 'node:assert/strict';
import type { NodeType } from '../../node-type.js';
import { type ConformanceCase, conformanceCase, leftOutCase } from './conformance-case.js';
import { createTestHost } from './test-host.js';

/** What the cases have to know about a node type. */
export interface NodeTypeConformanceOptions {
  /** Configs that a workflow may have, such as `{ http: 'https://…' }`. They are checked, not run. */
  readonly valid?: readonly unknown[];
  /** Configs that have to be refused. */
  readonly invalid?: readonly unknown[];
  /** Configs whose `run` needs nothing from outside; they are run. */
  readonly runnable?: readonly unknown[];
}

/** What every node type has to do, as cases for any test runner. */
export function nodeTypeConformance(
  type: NodeType,
  { valid = [], invalid = [], runnable = [] }: NodeTypeConformanceOptions = {},
): ConformanceCase[] {
  return [
    conformanceCase('its schema is of zod 4, or has Standard Schema', () => {
      assert.equal(type.schema?.['~standard']?.version, 1);
      assert.equal(typeof type.schema['~standard'].validate, 'function');
    }),
    conformanceCase('it can be run', () => assert.equal(typeof type.run, 'function')),
    conformanceCase('nonsense is refused, not thrown at', async () => {
      for (const nonsense of [undefined, null, 7, 'text', []]) assert.ok(await issuesOf(type, nonsense));
    }),
    ...[...valid, ...runnable].flatMap((config) => validCases(type, config)),
    ...invalid.map((config) =>
      conformanceCase(`${shown(config)} is refused with a reason`, async () => {
        const [issue] = (await issuesOf(type, config)) ?? [];
        assert.ok(issue && issue.message.trim() !== '', 'It is accepted, or refused without words.');
      }),
    ),
    ...runnable.flatMap((config) => runCases(type, config)),
    ...LEFT_OUT.filter(({ needs }) => ({ invalid, runnable })[needs].length === 0).map(({ name, reason }) =>
      leftOutCase(name, reason),
    ),
  ];
}

/** What needs an example: which, and what is not known without it. */
const LEFT_OUT = [
  { needs: 'invalid', name: 'a wrong config is refused with a reason', reason: 'without "invalid" there is none' },
  {
    needs: 'runnable',
    name: 'it runs to an outcome, and comes to an end when it is aborted',
    reason: 'without "runnable" there is no config to run',
  },
] as const;

function validCases(type: NodeType, config: unknown): ConformanceCase[] {
  return [
    conformanceCase(`${shown(config)} is accepted, twice the same, and left as it was`, async () => {
      const before = JSON.stringify(config);
      const first = await read(type, config);
      assert.deepEqual(await read(type, config), first);
      assert.equal(JSON.stringify(config), before);
    }),
    ...(LOOKS.some((look) => type[look]) ? [looksCase(type, config)] : []),
  ];
}

const LOOKS = ['check', 'usesAgent', 'needsPerson', 'continuesConversation'] as const;

function looksCase(type: NodeType, config: unknown): ConformanceCase {
  return conformanceCase(`${shown(config)} can be looked at before it is run`, async () => {
    using host = createTestHost();
    const value = await read(type, config);
    assert.ok(Array.isArray(type.check?.(value, host.check) ?? []));
    for (const ask of [type.usesAgent, type.needsPerson]) assert.equal(typeof (ask?.(value) ?? false), 'boolean');
    assert.equal(typeof (type.continuesConversation?.(value)?.required ?? false), 'boolean');
  });
}

function runCases(type: NodeType, config: unknown): ConformanceCase[] {
  return [
    conformanceCase(`${shown(config)} runs to an outcome, and writes nothing to stdout`, async () => {
      using host = createTestHost();
      const { write } = process.stdout;
      const written: unknown[] = [];
      process.stdout.write = (chunk: unknown) => written.push(chunk) > 0;
      try {
        const outcome = await type.run(await read(type, config), host.context);
        assert.ok(['done', 'failed', 'cancelled'].includes(outcome.status), `Its status is "${outcome.status}".`);
        if (outcome.status === 'failed') assert.notEqual(outcome.message.trim(), '');
      } finally {
        process.stdout.write = write;
      }
      assert.deepEqual(written, []);
    }),
    conformanceCase(`${shown(config)} comes to an end when it is aborted`, async () => {
      using earlier = createTestHost();
      earlier.abort();
      await endsInTime(type.run(await read(type, config), earlier.context));
      using later = createTestHost();
      const running = type.run(await read(type, config), later.context);
      later.abort();
      await endsInTime(running);
    }),
  ];
}

/** Some test runners would wait forever. */
async function endsInTime(running: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`It goes on for ${ABORT_MS / 1000} seconds.`)), ABORT_MS);
  });
  const ended = running.catch(() => {});
  await Promise.race([ended, limit]).finally(() => clearTimeout(timer));
}

const ABORT_MS = 3000;

async function issuesOf(type: NodeType, config: unknown) {
  return (await type.schema['~standard'].validate(config)).issues;
}

async function read(type: NodeType, config: unknown): Promise<unknown> {
  const result = await type.schema['~standard'].validate(config);
  if (result.issues) assert.fail(`It is refused: ${result.issues[0]?.message}`);
  return result.value;
}

function shown(config: unknown): string {
  const text = JSON.stringify(config) ?? String(config);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
