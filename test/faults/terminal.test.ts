import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { Fault } from './report.js';
import { SessionFiles } from './session-files.js';
import { shell } from './shell.js';
import { within } from './wait.js';
import { chain, type NodeFields, workflow } from './workflows.js';

const NODES: NodeFields[] = chain([
  { id: 'a-node-with-a-rather-long-name', bash: 'seq 1 100000' },
  { id: 'b', bash: 'echo two; echo 日本語🙂' },
  { id: 'c', bash: 'seq 1 100000' },
]);

const LONGEST_MS = 60_000;

test.each([
  { how: 'stdout into head -1', command: 'agentflow run flow.yaml --session-id one | head -1' },
  { how: 'JSON into head -1', command: 'agentflow run flow.yaml --session-id one --json | head -1' },
  { how: 'stderr into head -1', command: 'agentflow run flow.yaml --session-id one 2>&1 >/dev/null | head -1' },
  { how: 'both into true', command: 'agentflow run flow.yaml --session-id one 2>&1 | true' },
  { how: 'stdout and stderr closed', command: 'agentflow run flow.yaml --session-id one >&- 2>&-' },
])('row 23: WHEN the reader leaves early ($how) THEN the session ends in peace', async ({ how, command }) => {
  await using rig = await TestRig.create();
  await rig.write({ 'flow.yaml': workflow(NODES) });
  await new Fault(23, `reader leaves early: ${how}`).try(async () => {
    const run = shell(rig, `${command}; echo "\${PIPESTATUS[0]}" > code`);
    const { stdout, stderr } = await within(LONGEST_MS, 'the end', run.exited);
    expect(stdout.split('\n').length).toBeLessThanOrEqual(2);
    expect(stderr).not.toMatch(TRACE);
    expect((await rig.spawn('cat', ['code']).exited).stdout).toBe('0\n');
    const session = new SessionFiles(rig, 'one');
    expect(session.checkpoint().status).toBe('DONE');
    expect(session.leftovers()).toEqual([]);
  });
});

test.each([
  { terminal: '20 columns', setup: 'stty cols 20 rows 5', env: { TERM: 'xterm-256color' } },
  { terminal: '1 column', setup: 'stty cols 1 rows 1', env: { TERM: 'xterm-256color' } },
  { terminal: 'no size', setup: 'stty cols 0 rows 0', env: { TERM: 'xterm-256color' } },
  { terminal: 'TERM=dumb', setup: 'true', env: { TERM: 'dumb' } },
  { terminal: 'no TERM', setup: 'true', env: { TERM: undefined } },
])('row 23: WHEN the terminal has $terminal THEN there is no trace and no hang', async ({ terminal, setup, env }) => {
  await using rig = await TestRig.create();
  await rig.write({
    'flow.yaml': workflow([
      { id: 'good', bash: 'echo 日本語🙂' },
      { id: 'bad', bash: 'echo why; exit 3', depends_on: [] },
    ]),
    'in-terminal.sh': `${setup}; "$node" "$bin" run flow.yaml --session-id one; "$node" "$bin" status one`,
  });
  await new Fault(23, `terminal with ${terminal}`).try(async () => {
    const run = shell(rig, 'export node bin; script -qec "bash in-terminal.sh" /dev/null </dev/null', env);
    const { stdout } = await within(LONGEST_MS, 'the end', run.exited);
    expect(stdout).toContain('bad');
    expect(stdout).not.toMatch(TRACE);
    if (env.TERM !== 'xterm-256color') expect(stdout.replace(/\x1b\[[0-9;]*m/g, '')).not.toContain('\x1b');
    expect(new SessionFiles(rig, 'one').checkpoint().status).toBe('FAILED');
  });
});

const TRACE = /internal error|^\s+at .+:\d+:\d+\)?$|node:internal|EPIPE|ERR_/m;
