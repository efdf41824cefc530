import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { Fault } from './report.js';
import { SessionFiles } from './session-files.js';
import { shell } from './shell.js';
import { chain, type NodeFields, workflow } from './workflows.js';

const COUNT = 10_000;
const name = (number: number) => `n${number}`;
const nodes = Array.from({ length: COUNT }, (_, number): NodeFields => ({ id: name(number), bash: 'true' }));

/** Every node waits for two of the layer before. */
const layered = nodes.map((node, number): NodeFields => {
  const layer = Math.floor(number / 10) * 10;
  const depends_on = layer === 0 ? [] : [layer - 10 + (number % 10), layer - 10 + ((number + 3) % 10)].map(name);
  return { ...node, depends_on };
});

test.each([
  { shape: 'independent nodes', flow: nodes, limit: 'ulimit -n 256' },
  { shape: 'nodes in a chain', flow: chain(nodes), limit: 'true' },
  { shape: 'nodes in 1,000 layers of 10', flow: layered, limit: 'true' },
])('row 19: WHEN there are 10,000 $shape ($limit) THEN all are done', async ({ shape, flow, limit }) => {
  await using rig = await TestRig.create();
  await rig.write({ 'flow.yaml': workflow(flow) });
  await new Fault(19, `10,000 ${shape}${limit === 'true' ? '' : ` with ${limit}`}`).try(async () => {
    const run = shell(rig, `${limit}; agentflow run flow.yaml --session-id one --progress quiet`);
    expect(await run.exited).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
    const session = new SessionFiles(rig, 'one');
    const { status, tasks } = session.checkpoint();
    expect({ status, done: tasks.filter((task) => task.status === 'DONE').length }).toEqual({
      status: 'DONE',
      done: COUNT,
    });
    expect(readFileSync(session.path('journal.jsonl'), 'utf8').split('"task.finished"')).toHaveLength(COUNT + 1);
    expect(session.leftovers()).toEqual([]);
  });
});
