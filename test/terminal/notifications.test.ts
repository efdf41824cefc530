import { expect, test } from 'vitest';
import { Bench, nodes, stages } from '../core/bench.js';

test('WHEN the config names commands THEN each gets its event as JSON on stdin', async () => {
  await using bench = await Bench.create();
  await bench.rig.write({
    'agentflow.config.yaml': 'notifications:\n  on_waiting: cat > waiting.json\n  on_finished: cat > finished.json\n',
  });
  await bench.write(nodes({ id: 'gate', approval: { message: 'Deploy?' } }));
  expect((await bench.run().exited).code).toBe(5);
  const read = async (name: string) => JSON.parse(await bench.read(bench.rig.path(name)));
  expect([await read('waiting.json'), await read('finished.json')]).toMatchObject([
    { type: 'task.waiting', sessionId: 's1', taskId: 'gate', question: 'Deploy?' },
    { type: 'session.finished', sessionId: 's1', status: 'PAUSED' },
  ]);
});

test('WHEN such a command fails THEN the session is unharmed and it is told', async () => {
  await using bench = await Bench.create();
  await bench.rig.write({ 'agentflow.config.yaml': 'notifications: { on_finished: exit 3 }\n' });
  const work = bench.agent('work');
  await bench.write(stages([work.task]));
  const run = bench.run();
  const working = await work.nextLaunch();
  await working.say('Done.');
  await working.exit(0);
  const { code, stderr } = await run.exited;
  expect(code).toBe(0);
  expect(stderr.split('\n')).toContain('warning: on_finished ended with exit code 3: exit 3');
});
