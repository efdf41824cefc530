import assert from 'node:assert/strict';
import type { AdapterFactory } from '../../adapter.js';
import { floodContent } from '../fake-agent/output.js';
import type { Step } from '../fake-agent/step.js';
import { fake } from '../script-builders.js';
import { createUnderTest, modesOf } from './adapter-under-test.js';
import { catchWritesOf } from './catch-writes.js';
import { type ConformanceCase, conformanceCase, leftOutCase } from './conformance-case.js';
import { type FakeRun, type FakeRunOptions, runFakeAgent } from './run-fake-agent.js';

type PlayedBy = FakeRunOptions['playedBy'];

const TEN_MEGABYTES = 10 * 1024 * 1024;
/** A byte less does not end with a line break, which is no part of an answer. */
const LONG_ANSWER = TEN_MEGABYTES - 1;
/** All that a success has, but for its end. */
const GOOD = [fake.print('Good.'), fake.say('Good.'), fake.finish()];
const NO_EVENTS = 'without "playedBy" it is unknown which events the fake agent has to print';

/** What comes of a headless process: the fake agent plays the program. */
export function processCases(factory: AdapterFactory, playedBy: PlayedBy): ConformanceCase[] {
  const adapter = createUnderTest(factory);
  if (!modesOf(adapter).includes('headless')) return [];
  return [
    ...(adapter.onLine || adapter.onOutput || adapter.judge ? observingCases(factory, playedBy) : []),
    ...(adapter.judge ? judgingCases(factory, playedBy) : []),
  ];
}

interface Speech extends Pick<FakeRunOptions, 'byteByByte'> {
  /** What happens before the answer. */
  readonly before?: readonly Step[];
}

/** For adapters that read what their agent prints; without `judge` or events they only must not throw. */
function observingCases(factory: AdapterFactory, playedBy: PlayedBy): ConformanceCase[] {
  const answers = (name: string, answer: string, { before = [], ...how }: Speech = {}) =>
    conformanceCase(name, async () => {
      const run = await runFakeAgent(factory, { ...how, ...saying(playedBy, answer, before) });
      if (playedBy) assertAnswer(run, answer);
    });
  const unaltered = 'what the agent says is the answer, unaltered';
  const long = 'an answer of 10 MB comes whole';
  return [
    playedBy ? answers(unaltered, 'grüße 👩‍💻\n  second line') : leftOutCase(unaltered, NO_EVENTS),
    answers('lines that are no events do not disturb it', 'Good.', {
      before: [fake.print('A banner.'), fake.stderr('A warning.\n')],
    }),
    answers('a character that comes in two pieces does not disturb it', 'grüße 😀', {
      before: [fake.splitUtf8('grüße 😀\n')],
      byteByByte: true,
    }),
    answers('a control sequence that comes in two pieces does not disturb it', 'Good.', {
      before: [fake.splitAnsi('red')],
      byteByByte: true,
    }),
    answers('10 MB of output do not disturb it', 'Good.', { before: [fake.flood(TEN_MEGABYTES)] }),
    playedBy
      ? conformanceCase(long, async () => {
          const steps = [fake.usage(11, 7), fake.sayFlood(LONG_ANSWER)];
          assertLongAnswer(await runFakeAgent(factory, { playedBy, steps }));
        })
      : leftOutCase(long, NO_EVENTS),
    conformanceCase('nothing is written to stdout while it reads and judges', async () => {
      const written: unknown[] = [];
      const speech = playedBy ? saying(playedBy, 'Good.') : { steps: [fake.print('Good.')] };
      await runFakeAgent(catchWritesOf(factory, written), speech);
      assert.deepEqual(written, []);
    }),
  ];
}

function judgingCases(factory: AdapterFactory, playedBy: PlayedBy): ConformanceCase[] {
  const run = (...steps: Step[]) => runFakeAgent(factory, { playedBy, steps });
  const fails = (name: string, start: () => Promise<FakeRun>) =>
    conformanceCase(name, async () => assertFailure(await start()));
  const errorEvent = 'exit code 0 with an error event is a failure';
  return [
    fails('an exit code other than 0 is a failure', () => run(...GOOD, fake.exit(3))),
    fails('an end by a signal is a failure', () => run(...GOOD, fake.crash('kill'))),
    fails('an agent that hangs is stopped in time, nothing of it is left, and it has failed', () =>
      runFakeAgent(factory, {
        playedBy,
        steps: [fake.spawnChild({ ignoreTerm: true }), fake.print('Ready.'), fake.hang()],
        stopAt: 'Ready.',
      }),
    ),
    playedBy
      ? fails(errorEvent, () => run(fake.errorEvent('It broke.'), fake.exit(0)))
      : leftOutCase(errorEvent, NO_EVENTS),
    fails('exit code 0 with nothing said is a failure', () => run(fake.exit(0))),
    conformanceCase('two instances share nothing', async () => {
      const first = await run(fake.exit(0));
      assertFailure(first);
      if (playedBy) assertFailure(await run(fake.errorEvent('It broke.'), fake.exit(0)));
      const spoken = await runFakeAgent(factory, saying(playedBy, 'Good.', [fake.print('A banner.')]));
      if (playedBy) assertAnswer(spoken, 'Good.');
      assert.deepEqual((await run(fake.exit(0))).verdict, first.verdict);
    }),
  ];
}

function saying(playedBy: PlayedBy, answer: string, before: readonly Step[] = []) {
  return { playedBy, steps: [...before, fake.usage(11, 7), fake.say(answer)] };
}

function assertAnswer({ verdict }: FakeRun, answer: string): void {
  if (verdict) assert.deepEqual(verdict, { ok: true, answer });
}

/** Without the difference in the message: nobody could read it. */
function assertLongAnswer({ verdict }: FakeRun): void {
  if (!verdict) return;
  const answer = verdict.ok ? verdict.answer : verdict.message;
  assert.ok(verdict.ok, `It failed: ${answer.slice(0, 200)}`);
  assert.ok(
    answer === floodContent(LONG_ANSWER),
    `The answer is another one, of ${answer.length} instead of ${LONG_ANSWER}.`,
  );
}

function assertFailure({ verdict }: FakeRun): void {
  assert.equal(verdict?.ok, false, 'It counts as a success.');
}
