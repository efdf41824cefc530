import { describe, expect, test } from 'vitest';
import { Bench, nodes, type StoredSession, statuses, story, taskOf } from '../core/bench.js';

/** Of each type that ends by itself: a node that is done with an output, one that fails, one that hangs. */
const TYPES: Readonly<Record<string, { done: object; fails: object; hangs: object }>> = {
  prompt: {
    done: { adapter: 'demo', prompt: 'fake: say out' },
    fails: { adapter: 'demo', prompt: 'fake: exit 3' },
    hangs: { adapter: 'demo', prompt: 'fake: hang' },
  },
  command: {
    done: { adapter: 'demo', command: 'done' },
    fails: { adapter: 'demo', command: 'fails' },
    hangs: { adapter: 'demo', command: 'hangs' },
  },
  bash: { done: { bash: 'echo out' }, fails: { bash: 'exit 3' }, hangs: { bash: 'sleep 1000' } },
  script: {
    done: { runtime: 'node', script: 'console.log("out")' },
    fails: { runtime: 'node', script: 'process.exit(3)' },
    hangs: { runtime: 'node', script: 'setInterval(() => {}, 1000)' },
  },
  loop: {
    done: { adapter: 'demo', loop: { prompt: 'fake: say out', until: 'out', max_iterations: 1 } },
    fails: { adapter: 'demo', loop: { prompt: 'fake: say out', until: 'END', max_iterations: 1 } },
    hangs: { adapter: 'demo', loop: { prompt: 'fake: hang', until: 'END', max_iterations: 1 } },
  },
  approval: {
    done: { approval: { message: 'Well?', capture_response: true, timeout: 1, on_timeout: 'approve' } },
    fails: {
      adapter: 'demo',
      approval: { message: 'Well?', timeout: 1, on_reject: { prompt: 'fake: exit 3' } },
    },
    hangs: { approval: 'Well?' },
  },
};
const NAMES = Object.keys(TYPES);

type Way = 'done' | 'fails' | 'hangs';

/** One node of every type, with the same fields. */
function everyType(way: Way, fields: object, suffix = ''): object[] {
  return NAMES.map((name) => ({ id: `${name}${suffix}`, ...TYPES[name]?.[way], ...fields }));
}

async function createBench(): Promise<Bench> {
  const bench = await Bench.create();
  await bench.rig.write({
    '.agentflow/commands/done.md': 'fake: say out\n',
    '.agentflow/commands/fails.md': 'fake: exit 3\n',
    '.agentflow/commands/hangs.md': 'fake: hang\n',
  });
  return bench;
}

function of(session: StoredSession, field: 'status' | 'attempt', suffix = ''): Record<string, unknown> {
  return Object.fromEntries(NAMES.map((name) => [name, taskOf(session, `${name}${suffix}`)[field]]));
}

function reasons(session: StoredSession): Record<string, unknown> {
  return Object.fromEntries(NAMES.map((name) => [name, taskOf(session, name).failure?.reason]));
}

/** The same for every type, but for some. */
function all<Value>(value: Value, others: Readonly<Record<string, Value>> = {}): Record<string, Value> {
  return { ...Object.fromEntries(NAMES.map((name) => [name, value])), ...others };
}

describe('every node type', () => {
  test('WHEN it has depends_on, when and trigger_rule THEN they decide whether and after what it runs', async () => {
    await using bench = await createBench();
    const never = { depends_on: ['first'], when: "$first.output == 'other'" };
    const { session } = await bench.finish(
      nodes(
        { id: 'first', bash: 'echo one' },
        { id: 'bad', bash: 'exit 1' },
        ...everyType('done', { depends_on: ['first'], when: "$first.output == 'one'" }, '-after'),
        ...everyType('done', never, '-never'),
        ...everyType('done', { depends_on: ['bad'], trigger_rule: 'one_failed' }, '-despite'),
        ...everyType('done', { depends_on: ['bad', 'first'], trigger_rule: 'all_failed' }, '-unfit'),
        { id: 'cancel-never', cancel: 'No.', ...never },
        { id: 'cancel-unfit', cancel: 'No.', depends_on: ['first'], trigger_rule: 'one_failed' },
      ),
    );
    expect(['-after', '-never', '-despite', '-unfit'].map((suffix) => of(session, 'status', suffix))).toEqual([
      all('DONE'),
      all('SKIPPED'),
      all('DONE'),
      all('SKIPPED'),
    ]);
    expect(['cancel-never', 'cancel-unfit'].map((id) => taskOf(session, id).status)).toEqual(['SKIPPED', 'SKIPPED']);
    const lines = story(await bench.journal());
    const begun = lines.filter((line) => /^started .*-after$/.test(line)).map((line) => lines.indexOf(line));
    expect(Math.min(...begun)).toBeGreaterThan(lines.indexOf('finished first DONE'));
  });

  test('WHEN it has retry THEN a failed attempt is tried again, max_attempts times in all', async () => {
    await using bench = await createBench();
    const { session } = await bench.finish(nodes(...everyType('fails', { retry: { max_attempts: 2, delay_ms: 1 } })));
    expect([of(session, 'status'), of(session, 'attempt')]).toEqual([all('FAILED'), all(2)]);
    expect(reasons(session)).toEqual(all('exit-code', { loop: 'limit-reached' }));
  });

  test('WHEN it has timeout THEN an attempt that takes longer fails', async () => {
    await using bench = await createBench();
    // The approval first: once the others are over, a session with nobody to ask would pause.
    const hanging = everyType('hangs', { timeout: 2500 }).map((node) =>
      'approval' in node ? { ...node, timeout: 200 } : node,
    );
    const { session } = await bench.finish(nodes(...hanging));
    expect(reasons(session)).toEqual(all('timed-out'));
  });

  test('WHEN it has idle_timeout THEN an attempt that is silent for so long fails', async () => {
    await using bench = await createBench();
    // While a person is asked the silence is theirs, so the approval's agent hangs here.
    const rework = { adapter: 'demo', approval: { message: 'Well?', timeout: 1, on_reject: { prompt: 'fake: hang' } } };
    const hanging = everyType('hangs', { idle_timeout: 2500 }).map((node) =>
      'approval' in node ? { ...node, ...rework } : node,
    );
    const { session } = await bench.finish(nodes(...hanging));
    expect(reasons(session)).toEqual(all('idle-timed-out'));
  });

  test('WHEN its output_type is json THEN an output that is none fails it', async () => {
    await using bench = await createBench();
    const { session } = await bench.finish(nodes(...everyType('done', { output_type: 'json' })));
    expect(reasons(session)).toEqual(all('bad-output'));
  });

  test('WHEN its output_type is a label THEN the output is an artifact of that kind', async () => {
    await using bench = await createBench();
    const { session } = await bench.finish(nodes(...everyType('done', { output_type: 'markdown' })));
    expect(of(session, 'status')).toEqual(all('DONE'));
    const kept = await Promise.all(NAMES.map((name) => bench.read(bench.file('artifacts', `${name}.md`))));
    expect(Object.fromEntries(NAMES.map((name, index) => [name, kept[index]]))).toEqual(
      all('out', { approval: 'Nobody answered within 1 ms.' }),
    );
  });

  test('WHEN it has always_run THEN a resume runs it again, and one without not', async () => {
    await using bench = await createBench();
    const end = { id: 'end', depends_on: NAMES, bash: 'test -e go' };
    await bench.finish(nodes(...everyType('done', { always_run: true }), ...everyType('done', {}, '-once'), end));
    await bench.rig.write({ go: '' });
    const { code, session } = await bench.resume();
    expect([code, of(session, 'attempt'), of(session, 'attempt', '-once')]).toEqual([0, all(2), all(1)]);
  });
});

test('WHEN a cancel node has every common field THEN it cancels once, after what it depends on', async () => {
  await using bench = await Bench.create();
  const { code, session } = await bench.finish(
    nodes(
      { id: 'bad', bash: 'exit 1' },
      {
        id: 'stop',
        cancel: 'It is bad.',
        depends_on: ['bad'],
        trigger_rule: 'all_done',
        when: "$bad.status == 'FAILED'",
        retry: 3,
        timeout: 1000,
        idle_timeout: 1000,
        output_type: 'json',
        always_run: true,
      },
    ),
  );
  expect([code, session.reason, statuses(session), taskOf(session, 'stop').attempt]).toEqual([
    6,
    'It is bad.',
    'bad FAILED, stop CANCELLED',
    1,
  ]);
});
