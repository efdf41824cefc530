import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { FAKE_AGENT_FILE } from '../fake-agent-file.js';
import { fake, fakeScript } from '../script-builders.js';
import { stopGroup } from './process-group.js';
import { inOwnFolder } from './run-fake-agent.js';

test.each([
  ['in its group', {}],
  ['in a session of its own', { ownSession: true }],
])('WHEN an agent is stopped THEN a child %s that ignores it is gone, too', async (_where, how) => {
  await inOwnFolder(async (folder) => {
    // The end of stdout is the end of all who hold it.
    const child = fake.spawnChild({ ignoreTerm: true, holdStdout: true, ...how });
    const agent = spawn(process.execPath, [FAKE_AGENT_FILE, '--as', 'silent'], {
      cwd: folder,
      env: { AGENTFLOW_FAKE_HOME: folder, AGENTFLOW_FAKE_SCRIPT: fakeScript(child, fake.print('Ready.'), fake.hang()) },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    await once(agent.stdout, 'data');
    const closed = once(agent, 'close');
    await stopGroup({ leader: agent.pid as number, marker: folder }, 50);
    expect(await closed).toEqual([null, 'SIGTERM']);
  });
});
