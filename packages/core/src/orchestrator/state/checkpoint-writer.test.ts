import { expect, test } from 'vitest';
import { CheckpointWriter } from './checkpoint-writer.js';

/** Writes take as long as the test says, and time passes when the test says. */
function rig({ cost = 10, failures = 0 } = {}) {
  const log = { writes: 0, pauses: [] as number[], underWay: 0, most: 0 };
  let now = 0;
  let timer: (() => void) | undefined;
  const writer = new CheckpointWriter({
    now: () => now,
    after: (milliseconds, callback) => {
      log.pauses.push(milliseconds);
      timer = callback;
      return () => {
        timer = undefined;
      };
    },
    write: async () => {
      log.most = Math.max(log.most, ++log.underWay);
      await Promise.resolve();
      now += cost;
      log.writes++;
      log.underWay--;
      if (log.writes <= failures) throw new Error('full');
    },
  });
  const fire = async () => {
    timer?.();
    timer = undefined;
    await new Promise(setImmediate);
  };
  return { log, writer, fire };
}

test('many changes at once make one checkpoint', async () => {
  const { log, writer, fire } = rig();
  for (let change = 0; change < 1_000; change++) writer.schedule();
  await fire();
  expect(log).toEqual({ writes: 1, pauses: [0], underWay: 0, most: 1 });
});

test('the pause after a checkpoint is nineteen times what it cost', async () => {
  const { log, writer, fire } = rig({ cost: 10 });
  writer.schedule();
  await fire();
  writer.schedule();
  expect(log.pauses).toEqual([0, 190]);
});

test('a change during a write makes another one, later', async () => {
  const { log, writer, fire } = rig();
  writer.schedule();
  const firing = fire();
  writer.schedule();
  await firing;
  expect(log).toMatchObject({ writes: 1, pauses: [0, 190] });
  await fire();
  expect(log).toMatchObject({ writes: 2, most: 1 });
});

test('flush does not wait for the pause, and writes nothing when nothing changed', async () => {
  const { log, writer, fire } = rig();
  writer.schedule();
  const firing = fire();
  writer.schedule();
  await writer.flush();
  await firing;
  await writer.flush();
  expect(log).toMatchObject({ writes: 2, underWay: 0, most: 1 });
});

test('a failed checkpoint is tried again with the next change, and flush tells the error', async () => {
  const { log, writer, fire } = rig({ failures: 2 });
  writer.schedule();
  await fire();
  expect(log).toMatchObject({ writes: 1, pauses: [0] });
  await expect(writer.flush()).rejects.toThrow('full');
  await writer.flush();
  expect(log.writes).toBe(3);
});
