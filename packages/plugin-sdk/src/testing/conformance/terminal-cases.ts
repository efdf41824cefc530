import assert from 'node:assert/strict';
import type { AdapterFactory } from '../../adapter.js';
import { floodContent } from '../fake-agent/output.js';
import type { Step } from '../fake-agent/step.js';
import { fake } from '../script-builders.js';
import { createUnderTest, modesOf } from './adapter-under-test.js';
import { type ConformanceCase, conformanceCase, leftOutCase } from './conformance-case.js';
import type { FakeRunOptions } from './run-fake-agent.js';
import { runInTerminal } from './run-in-terminal.js';
import { type LoadedTerminal, loadTerminal } from './terminal-library.js';

const TEN_MEGABYTES = 10 * 1024 * 1024;

/** What comes of a process in a terminal, for adapters that read it. */
export function terminalCases(
  factory: AdapterFactory,
  playedBy: FakeRunOptions['playedBy'],
  loaded: LoadedTerminal = loadTerminal(),
): ConformanceCase[] {
  const adapter = createUnderTest(factory);
  if (!modesOf(adapter).includes('interactive') || !(adapter.onOutput || adapter.onScreen)) return [];
  const comes = (name: string, text: () => string, ...steps: Step[]) => {
    if (!loaded.ok) return leftOutCase(name, loaded.reason);
    return conformanceCase(name, async () => {
      const { output, questions } = await runInTerminal(factory, { library: loaded.library, playedBy, steps });
      assert.ok(output.includes(text()), `It is not whole; it ends with ${JSON.stringify(output.slice(-200))}.`);
      assert.deepEqual(questions, [], 'It is taken for a question.');
    });
  };
  return [
    comes(
      'a character that comes in two pieces comes together in a terminal',
      () => 'grüße 😀\n',
      fake.splitUtf8('grüße 😀\n'),
    ),
    comes(
      'a control sequence that comes in two pieces comes together in a terminal',
      () => 'red\n',
      fake.splitAnsi('red'),
    ),
    comes('10 MB of output come whole in a terminal', () => floodContent(TEN_MEGABYTES), fake.flood(TEN_MEGABYTES)),
  ];
}
