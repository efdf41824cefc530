import { expect, test } from 'vitest';
import type { AdapterFactory } from '../../adapter.js';
import { createAdapter } from '../../create-adapter.js';
import { adapterConformance } from './adapter-conformance.js';

const parrot = createAdapter({
  command: 'parrot',
  installHint: 'npm install -g parrot',
  modes: { headless: { args: ['run'], prompt: 'last' } },
});

/** The names of the cases that an adapter fails. */
async function failuresOf(factory: AdapterFactory, options = {}): Promise<string[]> {
  const failed: string[] = [];
  for (const { name, run } of adapterConformance(factory, options)) await run().catch(() => failed.push(name));
  return failed;
}

/** The parrot with another way to be launched. */
function launchedWith(args: (prompt: string, extraArgs: readonly string[]) => string[]): AdapterFactory {
  return (options) => ({
    ...parrot(options),
    getLaunchConfig: (_mode, prompt = '', extraArgs = []) => ({ command: 'parrot', args: args(prompt, extraArgs) }),
  });
}

test('an adapter of plain data passes every case', async () => {
  expect(await failuresOf(parrot, { playedBy: 'plain' })).toEqual([]);
}, 60_000);

test.each<[what: string, broken: AdapterFactory, caught: string]>([
  [
    'trims the prompt',
    launchedWith((prompt, extra) => [...extra, prompt.trim()]),
    'headless: a prompt with newlines is in one argument, unaltered, and in no other',
  ],
  [
    'puts the prompt first',
    launchedWith((prompt, extra) => [prompt, ...extra]),
    'headless: extra arguments stand in their order, unaltered, before the prompt',
  ],
  [
    'gives the prompt twice',
    launchedWith((prompt, extra) => [...extra, prompt, prompt]),
    'headless: a prompt with emoji is in one argument, unaltered, and in no other',
  ],
  [
    'takes a NUL character',
    launchedWith((prompt, extra) => [...extra, prompt]),
    'headless: a prompt with a NUL character is refused',
  ],
  ['runs headless with no prompt', launchedWith((prompt) => [prompt]), 'a headless launch without a prompt is refused'],
  [
    'launches by chance',
    launchedWith((prompt, extra) => [String(Math.random()), ...extra, prompt]),
    'headless: two launches are equal, of one instance and of two',
  ],
  ['has another name', (options) => ({ ...parrot(options), name: 'polly' }), 'it has the name it was given'],
])('an adapter that %s is caught', async (_what, broken, caught) => {
  expect(await failuresOf(broken)).toContain(caught);
});

test('an adapter that believes the exit code is caught', async () => {
  const trusting: AdapterFactory = (options) => ({
    ...parrot(options),
    judge: () => ({ ok: true, answer: 'fine' }),
  });
  expect(await failuresOf(trusting, { playedBy: 'plain' })).toEqual(
    expect.arrayContaining([
      'an exit code other than 0 is a failure',
      'an end by a signal is a failure',
      'exit code 0 with an error event is a failure',
    ]),
  );
}, 60_000);

test('an adapter that asks again at every drawing of the screen is caught', async () => {
  const nagging: AdapterFactory = (options) => ({
    ...parrot(options),
    onScreen: (screen, host) => host.needsInput(screen),
  });
  const questions = [{ screen: 'Sure?', text: 'Sure?' }];
  expect(await failuresOf(nagging, { questions })).toContain(
    'the question "Sure?" is told once, however often the screen is drawn',
  );
});
