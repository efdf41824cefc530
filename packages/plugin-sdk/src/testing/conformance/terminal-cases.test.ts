import { expect, test } from 'vitest';
import type { AdapterFactory } from '../../adapter.js';
import { type AgentObserver, createAdapter } from '../../create-adapter.js';
import { terminalCases } from './terminal-cases.js';
import { loadTerminal } from './terminal-library.js';

/** The names of the cases that an adapter fails. */
async function failuresOf(factory: AdapterFactory): Promise<string[]> {
  const failed: string[] = [];
  for (const { name, run } of terminalCases(factory, undefined)) await run().catch(() => failed.push(name));
  return failed;
}

const CASES = [
  'a character that comes in two pieces comes together in a terminal',
  'a control sequence that comes in two pieces comes together in a terminal',
  '10 MB of output come whole in a terminal',
];

function watcher(onOutput: NonNullable<AgentObserver['onOutput']>): AdapterFactory {
  const modes = { interactive: { prompt: 'last' } } as const;
  return createAdapter({ command: 'watcher', installHint: 'get watcher', modes, observe: () => ({ onOutput }) });
}

test('an adapter is handed all that a terminal shows, with whole characters and without control sequences', {
  timeout: 60_000,
}, async () => {
  let clean = '';
  const reader = watcher((output) => {
    expect(output.stream).toBe('terminal');
    clean += output.clean;
  });
  expect(await failuresOf(reader)).toEqual([]);
  expect(clean.split('conformance-end-7f3a\n').map((text) => text.slice(0, 20))).toEqual([
    'grüße 😀\n',
    'red\n',
    '000000000000 abcdefg',
    '',
  ]);
});

test('an adapter that throws at it, or takes it for a question, is caught', { timeout: 60_000 }, async () => {
  const throwing = watcher(({ stream }) => {
    if (stream === 'terminal') throw new Error('What is a terminal?');
  });
  expect(await failuresOf(throwing)).toEqual(CASES);
  expect(await failuresOf(watcher(({ clean }, host) => host.needsInput(clean)))).toEqual(CASES);
});

test('WHEN node-pty cannot be loaded THEN the cases say why they are left out', () => {
  const cases = terminalCases(
    watcher(() => {}),
    undefined,
    loadTerminal([]),
  );
  const reason = 'the package node-pty could not be loaded, and there is no terminal without it';
  expect(cases.map(({ name, leftOut }) => [name, leftOut])).toEqual(CASES.map((name) => [name, reason]));
});
