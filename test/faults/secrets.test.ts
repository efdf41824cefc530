import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fake, fakePrompt } from '@agentflow/plugin-sdk/testing';
import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { Fault } from './report.js';
import { SessionFiles } from './session-files.js';
import { type NodeFields, workflow } from './workflows.js';

const SECRET = 'sk-9f8e7d6c5b4a-"quoted"-end';
const env = { SERVICE_API_KEY: SECRET };

/** Writes the first half, and the second once the log of the task shows what came before the first. */
const SPLIT = [
  'echo before; printf %s "${SERVICE_API_KEY:0:9}"',
  'until grep -q before .agentflow/sessions/one/logs/*.log 2>/dev/null; do sleep 0.02; done',
  'printf "%s\\n" "${SERVICE_API_KEY:9}"',
].join('; ');

const NODES: Readonly<Record<string, Omit<NodeFields, 'id'>>> = {
  'echoed by the last node': { bash: 'echo "$SERVICE_API_KEY"' },
  'split over two writes': { bash: SPLIT },
  'split over two writes to stderr, then a failure': { bash: `{ ${SPLIT}; } >&2; exit 3` },
  'as JSON': { bash: 'printf \'{"key": "sk-9f8e7d6c5b4a-\\\\"quoted\\\\"-end"}\'' },
  'printed by an agent': { adapter: 'demo', prompt: fakePrompt([fake.echoEnv('SERVICE_API_KEY'), fake.say('done')]) },
  'in the answer of an agent': { adapter: 'demo', prompt: fakePrompt([fake.say(SECRET)]) },
  'in an error of an agent': { adapter: 'demo', prompt: fakePrompt([fake.errorEvent(`bad key ${SECRET}`)]) },
  'in the prompt of an agent': { adapter: 'demo', prompt: `The key is ${SECRET}.` },
  'in a program that does not exist': { bash: `"$SERVICE_API_KEY"` },
  'in a reason to cancel': { cancel: `No more ${SECRET}` },
  'in a condition': { when: `$ARGUMENTS == 'x'`, bash: 'true' },
  'in the answer that a loop saved': {
    adapter: 'demo',
    loop: { prompt: fakePrompt([fake.say(SECRET)]), until_bash: 'test $LOOP_ITERATION = 2', max_iterations: 2 },
  },
  'in a variable of the workflow': { env: { OTHER_TOKEN: SECRET }, bash: 'echo "$OTHER_TOKEN"' },
  'in a field that is missing': { bash: 'echo $first.output.key' },
};

test.each(Object.entries(NODES))('row 14: WHEN a secret is %s THEN only *** is seen', async (name, node) => {
  await using rig = await TestRig.create();
  const first: NodeFields = { id: 'first', bash: `echo 'text ${SECRET}'` };
  const nodes = name === 'in a field that is missing' ? [first] : [];
  const last: NodeFields = { id: 'last', depends_on: nodes.map(({ id }) => id), ...node };
  // Stored, so that the file itself does not hold the secret as the author's own text.
  await rig.write({ 'flow.yaml': workflow([...nodes, last]) });
  await new Fault(14, 'secret on screen, in logs, journal and errors').try(async () => {
    for (const [id, flags] of Object.entries({ one: [], two: ['--json'] })) {
      await rig.write({ 'flow.yaml': workflow([...nodes, last]).replaceAll('sessions/one/', `sessions/${id}/`) });
      const result = await rig.run(['run', 'flow.yaml', SECRET, '--session-id', id, ...flags], { env });
      const session = new SessionFiles(rig, id);
      expect(seenIn({ stdout: result.stdout, stderr: result.stderr, ...keptFiles(session) })).toEqual([]);
      expect(`${result.stdout}${result.stderr}${JSON.stringify(keptFiles(session))}`).toContain('***');
      const status = await rig.run(`status ${id}`, { env });
      expect(seenIn({ stdout: status.stdout, stderr: status.stderr })).toEqual([]);
    }
  });
});

test('row 14: WHEN a session that was given a secret goes on THEN its tasks get it, and only *** is seen', async () => {
  await using rig = await TestRig.create();
  const loop = { prompt: fakePrompt([fake.say(SECRET)]), until_bash: 'test -e go', max_iterations: 3 };
  const nodes: NodeFields[] = [
    { id: 'gate', bash: 'test -e go' },
    { id: 'told', depends_on: ['gate'], bash: 'printf %s $INPUTS.key > input; printf %s $GOAL > goal' },
    { id: 'again', adapter: 'demo', loop },
    { id: 'previous', depends_on: ['again'], bash: 'printf %s $again.output > previous' },
  ];
  await rig.write({ 'flow.yaml': workflow(nodes, { inputs: { key: { required: true } } }) });
  await new Fault(14, 'a secret that a session was given, after a resume').try(async () => {
    const given = ['--input', `key=${SECRET}`, '--goal', `use ${SECRET}`];
    expect((await rig.run(['run', 'flow.yaml', '--session-id', 'one', ...given], { env })).code).toBe(1);
    await rig.write({ go: '' });
    const { code, stdout, stderr } = await rig.run('resume one', { env });
    const session = new SessionFiles(rig, 'one');
    expect([code, seenIn({ stdout, stderr, ...keptFiles(session) })]).toEqual([0, []]);
    const got = ['input', 'goal', 'previous'].map((name) => readFileSync(rig.path(name), 'utf8'));
    expect(got).toEqual([SECRET, `use ${SECRET}`, SECRET]);
  });
});

const LATE_WORDS = {
  'the reason of a cancel': ['cancel', 'one', `because of ${SECRET}`],
  'the message of an approval': ['approve', 'one', '--message', SECRET],
  'the message of a rejection': ['reject', 'one', '--message', SECRET],
};

test.each(Object.entries(LATE_WORDS))(
  'row 14: WHEN a secret is in %s of a session that no process runs THEN only *** is seen',
  async (_, command) => {
    await using rig = await TestRig.create();
    const nodes: NodeFields[] = [
      { id: 'ask', approval: { message: 'Go on?', capture_response: true } },
      { id: 'last', depends_on: ['ask'], bash: 'echo $ask.output' },
    ];
    await rig.write({ 'flow.yaml': workflow(nodes) });
    await new Fault(14, 'secret in words for a dead session').try(async () => {
      expect(await rig.run('run flow.yaml --session-id one', { env })).toMatchObject({ code: 5 });
      const { stdout, stderr } = await rig.run(command, { env });
      const kept = keptFiles(new SessionFiles(rig, 'one'));
      expect(seenIn({ stdout, stderr, ...kept })).toEqual([]);
      expect(kept['journal.jsonl']).toContain('***');
    });
  },
);

/** Which of the texts show the secret, as it is or as JSON has it. */
function seenIn(texts: Readonly<Record<string, string>>): string[] {
  const forms = [SECRET, JSON.stringify(SECRET).slice(1, -1), SECRET.slice(9)];
  return Object.keys(texts).filter((name) => forms.some((form) => texts[name]?.includes(form)));
}

/** Journal, checkpoint and logs. What tasks hand on, and the author's own file, have to stay as they are. */
function keptFiles(session: SessionFiles): Record<string, string> {
  const names = readdirSync(session.path(), { recursive: true, encoding: 'utf8' });
  const kept = names.filter((name) => /^(journal|session|logs\/)/.test(name) && statSync(session.path(name)).isFile());
  return Object.fromEntries(kept.map((name) => [name, readFileSync(session.path(name), 'utf8')]));
}
