import assert from 'node:assert/strict';
import type { AdapterFactory } from '../../adapter.js';
import type { Step } from '../fake-agent/step.js';
import { fake } from '../script-builders.js';
import { createUnderTest } from './adapter-under-test.js';
import { type ConformanceCase, conformanceCase } from './conformance-case.js';
import { type FakeRun, type FakeRunOptions, runFakeAgent } from './run-fake-agent.js';

type PlayedBy = NonNullable<FakeRunOptions['playedBy']>;

const TEN_MEGABYTES = 10 * 1024 * 1024;

/** What comes of a headless process: the fake agent plays the program. */
export function processCases(factory: AdapterFactory, playedBy: PlayedBy): ConformanceCase[] {
  const { onLine, onOutput, judge } = createUnderTest(factory);
  return [
    conformanceCase('a missing program can be explained: the command and how to install it are known', () => {
      const { program } = createUnderTest(factory);
      assert.ok(program?.command && program.installHint);
    }),
    ...(onLine || onOutput || judge ? observingCases(factory, playedBy) : []),
    ...(judge ? judgingCases(factory, playedBy) : []),
  ];
}

/** For adapters that read what their agent prints; without `judge` they only must not throw. */
function observingCases(factory: AdapterFactory, playedBy: PlayedBy): ConformanceCase[] {
  const answers = (name: string, answer: string, ...before: Step[]) =>
    conformanceCase(name, async () =>
      assertAnswer(await runFakeAgent(factory, saying(playedBy, answer, before)), answer),
    );
  return [
    answers('what the agent says is the answer, unaltered', 'grüße 👩‍💻\n  second line'),
    answers(
      'lines that are no events do not disturb it',
      'Good.',
      fake.print('A banner.'),
      fake.stderr('A warning.\n'),
    ),
    answers('a character that comes in two pieces does not disturb it', 'Good.', fake.splitUtf8('grüße 😀')),
    answers('a control sequence that comes in two pieces does not disturb it', 'Good.', fake.splitAnsi('red')),
    answers('10 MB of output do not disturb it', 'Good.', fake.flood(TEN_MEGABYTES)),
  ];
}

function judgingCases(factory: AdapterFactory, playedBy: PlayedBy): ConformanceCase[] {
  const run = (...steps: Step[]) => runFakeAgent(factory, { playedBy, steps });
  const fails = (name: string, start: () => Promise<FakeRun>) =>
    conformanceCase(name, async () => assertFailure(await start()));
  return [
    fails('an exit code other than 0 is a failure', () => run(fake.say('Good.'), fake.exit(3))),
    fails('an end by a signal is a failure', () => run(fake.crash('kill'))),
    fails('an agent that hangs and is killed has failed', () =>
      runFakeAgent(factory, {
        playedBy,
        steps: [fake.spawnChild(), fake.print('ready'), fake.hang()],
        killAt: 'ready',
      }),
    ),
    fails('exit code 0 with an error event is a failure', () => run(fake.errorEvent('It broke.'), fake.exit(0))),
    fails('exit code 0 with nothing said is a failure', () => run(fake.exit(0))),
    conformanceCase('two instances share nothing', async () => {
      assertFailure(await run(fake.errorEvent('It broke.'), fake.exit(0)));
      assertAnswer(await runFakeAgent(factory, saying(playedBy, 'Good.')), 'Good.');
      assertFailure(await run(fake.exit(0)));
    }),
  ];
}

function saying(playedBy: PlayedBy, answer: string, before: readonly Step[] = []) {
  return { playedBy, steps: [...before, fake.usage(11, 7), fake.say(answer)] };
}

function assertAnswer({ verdict }: FakeRun, answer: string): void {
  if (verdict) assert.deepEqual(verdict, { ok: true, answer });
}

function assertFailure({ verdict }: FakeRun): void {
  assert.equal(verdict?.ok, false, 'It counts as a success.');
}
