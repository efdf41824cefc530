import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { usageMeter } from '../rig/measure.js';
import { TestRig } from '../rig/test-rig.js';
import { hostileFiles } from '../validate/hostile-files.js';
import { Fault } from './report.js';
import { shell } from './shell.js';

const MOST_MEGABYTES = 300;
/** The kernel ends a process that takes more of a processor, so a busy machine changes nothing. */
const LIMIT = 'ulimit -t 2';

/** Runs a file under the limit, and tells what came of it. */
async function runFile(rig: TestRig, fault: Fault, content: string | Uint8Array) {
  await rig.write({ 'f.yaml': content });
  const meter = usageMeter(rig);
  const command = `${LIMIT}; exec "$node" ${meter.nodeOptions.join(' ')} "$bin" run f.yaml`;
  const { code, signal, stdout, stderr } = await shell(rig, command, meter.env).exited;
  expect({ signal, stderr }).toEqual({ signal: null, stderr: expect.not.stringContaining('internal') });
  const { seconds, processorSeconds, peakMegabytes } = await meter.read();
  fault.note({ s: seconds, 's of a processor': processorSeconds, MB: peakMegabytes });
  expect(peakMegabytes).toBeLessThan(MOST_MEGABYTES);
  return { code, stdout, stderr };
}

test.each(Object.entries(hostileFiles))(
  'row 15: WHEN a file with %s is run THEN it is refused with its place within the limits, and nothing starts',
  async (name, { content, expected }) => {
    await using rig = await TestRig.create();
    const fault = new Fault(15, `file with ${name}`);
    await fault.try(async () => {
      const { code, stdout, stderr } = await runFile(rig, fault, content());
      expect({ code, stdout, told: stderr.slice(0, expected.length) }).toEqual({ code: 3, stdout: '', told: expected });
      expect(existsSync(rig.path('.agentflow'))).toBe(false);
    });
  },
);

const VALID = [
  'name: a',
  'description: b',
  'nodes:',
  '  - id: x',
  '    bash: |',
  '      echo one',
  '      echo two',
  '',
];
const PROTOTYPE = `name: a
description: b
__proto__: {polluted: 1}
nodes:
  - {id: __proto__, bash: 'echo "$constructor"', env: {constructor: one, toString: x}}
  - {id: constructor, bash: 'echo $__proto__.output; echo two', depends_on: [__proto__]}
`;

test.each([
  ['a byte order mark', `\ufeff${VALID.join('\n')}`],
  ['line ends of Windows', VALID.join('\r\n')],
  ['names of the prototype', PROTOTYPE],
])('row 15: WHEN a file with %s is run THEN it is understood, within the limits', async (name, content) => {
  await using rig = await TestRig.create();
  const fault = new Fault(15, `file with ${name}`);
  await fault.try(async () => {
    expect(await runFile(rig, fault, content)).toMatchObject({ code: 0, stdout: 'one\ntwo\n' });
  });
});
