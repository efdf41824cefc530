import { describe, expect, test } from 'vitest';
import type { AdapterFactory, ProcessExit } from '../../adapter.js';
import { EndingRecord, judgeEnding } from '../../agent-ending.js';
import { type AgentObserver, createAdapter } from '../../create-adapter.js';
import { parseRecord, textOf } from '../../stream-record.js';
import { adapterConformance } from './adapter-conformance.js';
import { runFakeAgent } from './run-fake-agent.js';

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
  expect(await failuresOf(parrot)).toEqual([]);
  expect(adapterConformance(parrot)).toHaveLength(adapterConformance(parrot, { playedBy: 'plain' }).length);
  const names = adapterConformance(parrot).map(({ name }) => name);
  expect(names.filter((name) => /agent|MB of output|instances share|terminal|question/.test(name))).toEqual([]);
});

const EXTRA = 'headless: extra arguments stand in their order, unaltered, before the prompt';
const MISSING = 'headless: a missing program is a failure that names it and says how to install it';

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
  [
    'cannot say how it is installed',
    createAdapter({ command: 'parrot', modes: { headless: { prompt: 'last' } } }),
    MISSING,
  ],
  ['does not know its program', (options) => ({ ...parrot(options), program: undefined }), MISSING],
  [
    'knows another program than it starts',
    (options) => ({ ...parrot(options), program: { command: 'polly', versionArgs: [], installHint: 'get polly' } }),
    MISSING,
  ],
  ['gives the extra arguments twice', launchedWith((prompt, extra) => [...extra, ...extra, prompt]), EXTRA],
  [
    'leaves out an extra argument that is there already',
    launchedWith((prompt, extra) => [...new Set(extra), prompt]),
    EXTRA,
  ],
  ['leaves out an empty extra argument', launchedWith((prompt, extra) => [...extra.filter(Boolean), prompt]), EXTRA],
  [
    'gives the prompt in the environment, too',
    (options) => {
      const { getLaunchConfig, ...rest } = parrot(options);
      return {
        ...rest,
        getLaunchConfig: (mode, prompt, extra) => ({
          ...getLaunchConfig(mode, prompt, extra),
          env: { PROMPT: prompt },
        }),
      };
    },
    'headless: an empty prompt is in one argument, unaltered, and in no other',
  ],
  [
    'makes a text of a prompt that is not there',
    (options) => ({
      ...parrot(options),
      getLaunchConfig: (_mode, prompt, extra = []) => ({ command: 'parrot', args: [...extra, String(prompt)] }),
    }),
    'an interactive launch without a prompt has no prompt',
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

const LONG = 'an answer of 10 MB comes whole';
const HANGS = 'an agent that hangs is stopped in time, nothing of it is left, and it has failed';

/** Judges like the one above, but reads the pieces of stdout instead of its lines. */
function observePieces(): AgentObserver {
  const { onLine, judge } = observeSpeaker();
  let line = '';
  return {
    onOutput({ stream, clean }, host) {
      if (stream !== 'stdout') return;
      const lines = (line + clean).split('\n');
      line = lines.pop() ?? '';
      for (const each of lines) onLine?.(each, host);
    },
    ...(judge && { judge }),
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

  test('one that reads the pieces of stdout passes every case', async () => {
    expect(await failuresOf(speaker(observePieces), { playedBy: 'claude' })).toEqual([]);
  });

  const pieces = () => {
    const { onLine, judge } = observeSpeaker();
    const onOutput: AgentObserver['onOutput'] = ({ stream, clean }, host) => {
      if (stream === 'stdout') for (const line of clean.split('\n')) onLine?.(line, host);
    };
    return { onOutput, ...(judge && { judge }) };
  };
  const lastMegabyte = () => {
    const { onLine, judge } = observeSpeaker();
    const shortened: AgentObserver['onLine'] = (line, host) =>
      onLine?.(
        line.length > 1024 * 1024 ? `{"type":"result","is_error":false,"result":"${line.slice(-9, -2)}"}` : line,
        host,
      );
    return { onLine: shortened, ...(judge && { judge }) };
  };
  const judging = (change: (exit: ProcessExit) => ProcessExit) => () => {
    const { judge, ...rest } = observeSpeaker();
    return { ...rest, judge: (exit: ProcessExit) => judge?.(change(exit)) ?? { ok: true as const, answer: '' } };
  };
  test.each<[what: string, observe: () => AgentObserver, caught: string[]]>([
    [
      'takes each piece of stdout for whole lines',
      pieces,
      [
        'a character that comes in two pieces does not disturb it',
        'a control sequence that comes in two pieces does not disturb it',
        LONG,
      ],
    ],
    [
      'writes to stdout while it judges',
      judging((exit) => {
        process.stdout.write('judging\n');
        return exit;
      }),
      ['nothing is written to stdout while it reads and judges'],
    ],
    ['keeps only the end of a long output', lastMegabyte, [LONG]],
    [
      'looks at no exit code once there is a good result',
      judging(({ exitCode, signal }) => ({ exitCode: exitCode === null ? null : 0, signal })),
      ['an exit code other than 0 is a failure'],
    ],
    [
      'looks at no signal once there is a good result',
      judging(({ exitCode }) => ({ exitCode: exitCode ?? 0, signal: null })),
      ['an end by a signal is a failure'],
    ],
  ])('one that %s is caught by the case about that and by no other', async (_what, observe, caught) => {
    expect(await failuresOf(speaker(observe), { playedBy: 'claude' })).toEqual(caught);
  });

  test('one that takes being stopped for success is caught', async () => {
    const polite = speaker(() => {
      const { judge, ...rest } = observeSpeaker();
      return {
        ...rest,
        judge: (exit) =>
          exit.signal === 'SIGTERM' ? { ok: true, answer: '' } : (judge?.(exit) ?? { ok: true, answer: '' }),
      };
    });
    expect(await failuresOf(polite, { playedBy: 'claude' })).toEqual([HANGS]);
  });

  test('WHEN nobody says which events to print THEN processes are started, and what needs events is left out', async () => {
    const own = speaker(() => observeSpeaker());
    const leftOut = adapterConformance(own).filter((one) => one.leftOut !== undefined);
    expect(leftOut.map(({ name, leftOut: reason }) => [name, reason])).toEqual([
      ['what the agent says is the answer, unaltered', NO_EVENTS],
      [LONG, NO_EVENTS],
      ['exit code 0 with an error event is a failure', NO_EVENTS],
    ]);
    expect(await failuresOf(own)).toEqual([]);
    const lines: string[] = [];
    const hoarding = speaker(() => ({
      onLine: (line) => void lines.push(line),
      judge: ({ exitCode }) =>
        exitCode === 0 && lines.length > 0
          ? { ok: true, answer: lines.join('') }
          : { ok: false, reason: 'bad-output', message: 'It said nothing.' },
    }));
    expect(await failuresOf(hoarding)).toContain('two instances share nothing');
  });

  test('one that believes everything is caught', async () => {
    const trusting = speaker(() => ({ judge: () => ({ ok: true, answer: 'Good.' }) }));
    expect(await failuresOf(trusting, { playedBy: 'claude' })).toEqual([
      'what the agent says is the answer, unaltered',
      'a character that comes in two pieces does not disturb it',
      LONG,
      'an exit code other than 0 is a failure',
      'an end by a signal is a failure',
      HANGS,
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
      LONG,
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

const NO_EVENTS = 'without "playedBy" it is unknown which events the fake agent has to print';

test('an adapter that needs the options of its plugin is given them', async () => {
  const needy: AdapterFactory = (options) => {
    const { url } = options.settings as { url: string };
    return createAdapter({ command: url, installHint: 'get it', modes: { headless: { prompt: 'last' } } })(options);
  };
  expect(await failuresOf(needy)).toEqual(['it can be made']);
  expect(await failuresOf(needy, { options: { url: 'here' } })).toEqual([]);
  const { args } = await runFakeAgent(needy, { steps: [], options: { url: 'here' } });
  expect(args).toEqual(['Go.']);
});

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

  test('an adapter that writes to stdout at a question is caught', async () => {
    const printing: AdapterFactory = (options) => ({
      ...parrot(options),
      onScreen: (screen) => void (screen !== '' && process.stdout.write(screen)),
    });
    expect(await failuresOf(printing, { otherScreens: ['Working'] })).toEqual([
      'nothing is written to stdout while it looks at screens',
    ]);
  });

  test('WHEN no screen of the program is given THEN it is told that questions are left out', () => {
    expect(adapterConformance(nagging).filter(({ leftOut }) => leftOut !== undefined)).toMatchObject([
      {
        name: 'a question is told once, however often the screen is drawn',
        leftOut: 'without "questions" there is no screen of the program that asks one',
      },
    ]);
  });
});
