import { describe, expect, test } from 'vitest';
import type { AdapterFactory } from '../../adapter.js';
import { EndingRecord, judgeEnding } from '../../agent-ending.js';
import { type AgentObserver, createAdapter } from '../../create-adapter.js';
import { parseRecord, textOf } from '../../stream-record.js';
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

test('an adapter of plain data passes every case, and is offered none that it cannot fail', async () => {
  expect(await failuresOf(parrot, { playedBy: 'plain' })).toEqual([]);
  const names = adapterConformance(parrot, { playedBy: 'plain' }).map(({ name }) => name);
  const launches = adapterConformance(parrot).map(({ name }) => name);
  expect(names.filter((name) => !launches.includes(name))).toEqual([
    'a missing program can be explained: the command and how to install it are known',
  ]);
});

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

/** An adapter of something that speaks like claude. */
function speaker(observe: () => AgentObserver): AdapterFactory {
  const args = ['-p', '--output-format', 'stream-json', '--verbose'];
  const modes = { headless: { args, prompt: 'after-dashes' } } as const;
  return createAdapter({ command: 'speaker', installHint: 'npm install -g speaker', modes, observe });
}

function observeSpeaker(known = new EndingRecord()): AgentObserver {
  return {
    onLine(line) {
      const record = parseRecord(line);
      if (record?.type === 'result')
        known.remember({ type: 'result', ok: record.is_error === false, text: textOf(record.result) });
    },
    judge: (exit) => judgeEnding(known.at(exit), { program: 'speaker', refusedHint: '', recognise: () => undefined }),
  };
}

describe('adapters that observe', () => {
  test('one that judges by exit code and events passes every case', async () => {
    expect(
      await failuresOf(
        speaker(() => observeSpeaker()),
        { playedBy: 'claude' },
      ),
    ).toEqual([]);
  });

  test('one that believes everything is caught', async () => {
    const trusting = speaker(() => ({ judge: () => ({ ok: true, answer: 'Good.' }) }));
    expect(await failuresOf(trusting, { playedBy: 'claude' })).toEqual([
      'what the agent says is the answer, unaltered',
      'an exit code other than 0 is a failure',
      'an end by a signal is a failure',
      'an agent that hangs and is killed has failed',
      'exit code 0 with an error event is a failure',
      'exit code 0 with nothing said is a failure',
      'two instances share nothing',
    ]);
  });

  test('one that believes nothing is caught', async () => {
    const wary = speaker(() => ({ judge: () => ({ ok: false, reason: 'agent-error', message: 'No.' }) }));
    expect(await failuresOf(wary, { playedBy: 'claude' })).toEqual([
      'what the agent says is the answer, unaltered',
      'lines that are no events do not disturb it',
      'a character that comes in two pieces does not disturb it',
      'a control sequence that comes in two pieces does not disturb it',
      '10 MB of output do not disturb it',
      'two instances share nothing',
    ]);
  });

  test('one whose instances share what they know is caught', async () => {
    const known = new EndingRecord();
    expect(
      await failuresOf(
        speaker(() => observeSpeaker(known)),
        { playedBy: 'claude' },
      ),
    ).toContain('two instances share nothing');
  });

  test('one that throws at a line that is no event is caught', async () => {
    const strict = speaker(() => ({ onLine: (line) => JSON.parse(line) }));
    expect(await failuresOf(strict, { playedBy: 'claude' })).toEqual([
      'lines that are no events do not disturb it',
      'a character that comes in two pieces does not disturb it',
      'a control sequence that comes in two pieces does not disturb it',
      '10 MB of output do not disturb it',
    ]);
  });
}, 60_000);

describe('screens', () => {
  const nagging: AdapterFactory = (options) => ({
    ...parrot(options),
    onScreen: (screen, host) => host.needsInput(screen),
  });

  test('an adapter that asks at every screen and at every drawing is caught', async () => {
    const questions = [{ screen: 'Sure?', text: 'Sure?' }];
    expect(await failuresOf(nagging, { questions, otherScreens: ['Working'] })).toEqual([
      'the question "Sure?" is told once, however often the screen is drawn',
      'after the question "Sure?" it is told once that the agent works again',
      'screen 1 of those that ask nothing is not a question',
    ]);
  });
});
