import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { modulesOf } from './pinned.js';

export const dagu = {
  name: 'dagu',
  pinned: 'dagu',
  prepare(folder, { nodes, concurrency }) {
    const steps = nodes.map(({ id, command, needs }) => ({ name: id, command, depends: needs }));
    // JSON is YAML.
    const flow = { type: 'graph', shell: 'bash', workingDir: folder, maxActiveSteps: concurrency, steps };
    writeFileSync(join(folder, 'flow.yaml'), JSON.stringify(flow));
    const home = join(folder, 'dagu-home');
    const command = join(modulesOf('dagu'), '.bin/dagu');
    const env = { DAGU_HOME: home };
    return {
      command,
      args: ['start', '--quiet', '--run-id=bench', 'flow.yaml'],
      env,
      before: () => rmSync(home, { recursive: true, force: true }),
      again: { command, args: ['retry', '--quiet', '--run-id=bench', 'flow'], env },
    };
  },
};
