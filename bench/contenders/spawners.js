import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { modulesOf } from './pinned.js';

export const BARE = 'bare spawn';

/** Node starting `bash -c` with `child_process.spawn` and nothing else: stdin closed, stdout and stderr read from pipes. */
export const bareSpawn = spawner(BARE, () => ['pipe']);

/** The cheapest way to keep output: stdout and stderr go straight to a file. */
export const bareSpawnToFiles = spawner('bare spawn to files', () => ['file']);

export const execaSpawn = {
  ...spawner('execa', () => ['execa', join(modulesOf('execa'), 'execa/index.js')]),
  pinned: 'execa',
};

function spawner(name, how) {
  const program = fileURLToPath(new URL('../programs/spawn-graph.js', import.meta.url));
  return {
    name,
    prepare(folder, graph) {
      const file = join(folder, 'graph.json');
      writeFileSync(file, JSON.stringify(graph));
      return { command: process.execPath, args: [program, file, ...how()] };
    },
  };
}
