import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { markedSleep, noneLeft, running } from './marked-processes.js';
import { Fault } from './report.js';
import { chain, type NodeFields, workflow } from './workflows.js';

/** d and a→b→c, killed in b: d and a were done. */
async function crashed(rig: TestRig): Promise<NodeFields[]> {
  const sleep = markedSleep();
  const nodes = [
    { id: 'd', bash: 'echo d >> ran', depends_on: [] },
    ...chain([
      { id: 'a', bash: 'echo a >> ran; echo one' },
      { id: 'b', bash: `echo b >> ran; test -e go || ${sleep}; echo two` },
      { id: 'c', bash: 'echo c >> ran; echo $a.output $b.output' },
    ]),
  ];
  await rig.write({ 'flow.yaml': workflow(nodes, { max_parallel: 1 }) });
  const run = rig.agentflow('run flow.yaml --session-id one');
  await running(sleep);
  run.kill('SIGKILL');
  await run.exited;
  await noneLeft(sleep, 5000);
  await rig.write({ go: '', ran: '' });
  return nodes;
}

const edit = (nodes: readonly NodeFields[], id: string, fields: Partial<NodeFields>) =>
  nodes.map((node) => (node.id === id ? { ...node, ...fields } : node));

const EDITS: Readonly<
  Record<string, { apply: (nodes: NodeFields[]) => readonly NodeFields[]; changed: string; ran: string[] }>
> = {
  'a finished node': {
    apply: (nodes) => edit(nodes, 'a', { bash: 'echo a >> ran; echo other' }),
    changed: 'a',
    ran: ['a', 'b', 'c'],
  },
  'a finished node that nothing waits for': {
    apply: (nodes) => edit(nodes, 'd', { bash: 'echo d >> ran; echo other' }),
    changed: 'd',
    ran: ['d', 'b', 'c'],
  },
  'a node that was not started': {
    apply: (nodes) => edit(nodes, 'c', { bash: 'echo c >> ran; echo other' }),
    changed: 'c',
    ran: ['b', 'c'],
  },
  'a new node': {
    apply: (nodes) => [...nodes, { id: 'e', bash: 'echo e >> ran', depends_on: ['a'] }],
    changed: 'e',
    ran: ['b', 'c', 'e'],
  },
  'a node that is gone': {
    apply: (nodes) => nodes.filter(({ id }) => id !== 'c'),
    changed: 'c',
    ran: ['b'],
  },
};

test.each(Object.entries(EDITS))(
  'row 20: WHEN %s is edited between crash and resume THEN it is refused unless accepted',
  async (name, expected) => {
    await using rig = await TestRig.create();
    const nodes = await crashed(rig);
    await rig.write({ 'flow.yaml': workflow(expected.apply(nodes), { max_parallel: 1 }) });
    await new Fault(20, `edited: ${name}`).try(async () => {
      const refused = await rig.run('resume one');
      expect({ ...refused, ran: ran(rig) }).toEqual({
        code: 3,
        stdout: '',
        stderr: [
          `error: <work>/flow.yaml  The workflow has changed since the session started: ${expected.changed}.`,
          'hint: agentflow resume one --accept-changes takes the file as it is now; changed nodes and everything after them run again.',
          '',
        ].join('\n'),
        ran: [],
      });
      expect(await rig.run('resume one --accept-changes')).toMatchObject({ code: 0 });
      expect(ran(rig).sort()).toEqual([...expected.ran].sort());
    });
  },
);

test('row 20: WHEN a limit of the whole file is edited THEN it is refused unless accepted, and then it holds', async () => {
  await using rig = await TestRig.create();
  const nodes = [
    { id: 'a', bash: 'echo a >> ran' },
    { id: 'b', depends_on: ['a'], bash: 'echo b >> ran; test -e go' },
  ];
  await rig.write({ 'flow.yaml': workflow(nodes, { timeout: 3_600_000 }), ran: '' });
  await new Fault(20, 'edited: a limit of the whole file').try(async () => {
    expect((await rig.run('run flow.yaml --session-id one')).code).toBe(1);
    await rig.write({ 'flow.yaml': workflow(nodes, { timeout: 7_200_000, max_parallel: 1 }), go: '' });
    expect((await rig.run('resume one')).stderr).toContain('since the session started: timeout, max_parallel.\n');
    expect(await rig.run('resume one --accept-changes')).toMatchObject({ code: 0 });
    expect(ran(rig)).toEqual(['a', 'b', 'b']);
    const kept = JSON.parse(readFileSync(rig.path('.agentflow', 'sessions', 'one', 'workflow.yaml'), 'utf8'));
    expect(kept).toMatchObject({ timeout: 7_200_000, max_parallel: 1 });
  });
});

test('row 20: WHEN only comments and names are edited, or the file is gone, THEN a resume goes on', async () => {
  await using rig = await TestRig.create();
  const fault = new Fault(20, 'edited: nothing that counts');
  for (const change of ['comment', 'gone']) {
    const nodes = await crashed(rig);
    const text = `# a comment\n${workflow(edit(nodes, 'b', { name: 'Another name' }), { max_parallel: 1 })}`;
    if (change === 'comment') await rig.write({ 'flow.yaml': text });
    else await rig.spawn('rm', ['flow.yaml']).exited;
    await fault.try(async () => {
      expect(await rig.run('resume one')).toMatchObject({ code: 0 });
    });
    await rig.spawn('rm', ['-r', '.agentflow', 'go']).exited;
  }
});

/** What ran since the crash. */
function ran(rig: TestRig): string[] {
  return readFileSync(rig.path('ran'), 'utf8').split('\n').slice(0, -1);
}
