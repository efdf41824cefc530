import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { cleanEnvironment } from '../rig/environment.js';
import { Terminal } from '../rig/fake-agent-terminal.js';
import { TestRig } from '../rig/test-rig.js';
import { NpmRegistry } from './npm-registry.js';
import { pluginFiles } from './plugin-files.js';

const BIN = fileURLToPath(new URL('../../packages/cli/bin/run.js', import.meta.url));
const QUESTION = '@acme/tools 1.0.0 runs code with your permissions. Install it? [y/N]';

test.each<[answer: string, keys: string, exitCode: number]>([
  ['yes', 'y\r', 0],
  ['no', 'n\r', 4],
  ['nothing', '\r', 4],
  ['Ctrl-D', '\x04', 4],
  ['Ctrl-C', '\x03', 4],
])(
  'WHEN a person at a terminal is asked about a package that is not ours and answers %s THEN that holds',
  async (_answer, keys, exitCode) => {
    await using registry = await NpmRegistry.listen();
    await using rig = await TestRig.create();
    registry.publish(pluginFiles('@acme/tools', { nodeTypes: ['shout'] }));
    const env = { ...cleanEnvironment(rig), ...registry.env, NO_COLOR: '1', TERM: 'xterm-256color' };
    const args = [BIN, 'plugins', 'install', '@acme/tools'];
    await using terminal = await Terminal.start(process.execPath, args, { cwd: rig.path(), env });
    await terminal.waitFor(QUESTION);
    await terminal.type(keys);
    expect((await terminal.exited).exitCode).toBe(exitCode);
    expect(existsSync(rig.path('agentflow.config.yaml'))).toBe(exitCode === 0);
    expect(terminal.screen).toContain(
      exitCode === 0 ? '@acme/tools 1.0.0 is installed.' : '@acme/tools was not installed.',
    );
  },
);
