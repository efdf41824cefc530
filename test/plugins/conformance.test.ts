import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { inFolder, pluginFiles } from './plugin-files.js';

interface Report {
  readonly cases: readonly { readonly name: string; readonly ok: boolean; readonly message: string | null }[];
  readonly leftOut: readonly { readonly contribution: string; readonly name: string; readonly reason: string }[];
  readonly failed: number;
}

/** An adapter that judges, in a plugin that needs its options when it is loaded, and again in its factory. */
const ENTRY = `import { createAdapter, definePlugin } from '@agentflow/plugin-sdk';

const modes = { interactive: { prompt: 'last' }, headless: { prompt: 'last' } };
const judge = ({ exitCode }) => exitCode === 0
  ? { ok: false, reason: 'bad-output', message: 'Nothing was said.' }
  : { ok: EVIL, answer: 'Good.', reason: 'exit-code', message: 'It failed.' };
const observe = () => ({ onOutput() {}, judge });

export default ({ command }) => definePlugin({
  name: 'agentflow-needy',
  apiVersion: 1,
  adapters: {
    needy: (options) => {
      if (options.settings.command !== command) throw new Error('The options are lost.');
      return createAdapter({ command, installHint: 'get ' + command, modes, observe })(options);
    },
  },
});
`;

function needy(isEvil: boolean): Record<string, string> {
  return inFolder(
    'needy',
    pluginFiles('agentflow-needy', { adapters: ['needy'], entry: ENTRY.replace('EVIL', String(isEvil)) }),
  );
}

test('WHEN a plugin needs options THEN they can be given, processes are started, and it is told what is left out', {
  timeout: 120_000,
}, async () => {
  await using rig = await TestRig.create();
  await rig.write(needy(false));
  const { code, stdout, stderr } = await rig.run(['plugins', 'test', './needy', '--options', '{"command": "polly"}']);
  expect({ code, stderr }, stdout).toMatchObject({ code: 0 });
  expect(stderr).toMatch(/^agentflow-needy 1\.0\.0 conforms: \d+ cases\. 3 cases left out\.$/m);
  expect(stdout).toContain('✓ adapter needy: 10 MB of output come whole in a terminal\n');
  expect(stdout).toContain(`- adapter needy: what the agent says is the answer, unaltered
    Left out: without "playedBy" it is unknown which events the fake agent has to print.\n`);
});

test('WHEN an adapter believes a failed process THEN plugins test catches it without being told anything', {
  timeout: 120_000,
}, async () => {
  await using rig = await TestRig.create();
  await rig.write(needy(true));
  const { code, stdout } = await rig.run(['plugins', 'test', './needy', '--json', '--options', '{"command": "polly"}']);
  const { cases, leftOut, failed } = JSON.parse(stdout) as Report;
  expect([code, failed, leftOut.length]).toEqual([1, 3, 3]);
  expect(cases.flatMap(({ ok, name }) => (ok ? [] : [name]))).toEqual([
    'an exit code other than 0 is a failure',
    'an end by a signal is a failure',
    'an agent that hangs is stopped in time, nothing of it is left, and it has failed',
  ]);
});

test.each(['command=polly', '["polly"]'])(
  'WHEN the options of a plugin are %s THEN it is told how to write them',
  async (options) => {
    await using rig = await TestRig.create();
    await rig.write(needy(false));
    const { code, stderr } = await rig.run(['plugins', 'test', './needy', '--options', options]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `error: --options is not a JSON object.\nhint: Write it like this: --options '{"url": "http://localhost"}'\n`,
    });
  },
);
