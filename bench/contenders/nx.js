import { perNode, writeProject } from './npm-project.js';

/** Without its daemon, which would work outside of what is measured. */
export const nx = {
  name: 'nx',
  pinned: 'nx',
  prepare(folder, { nodes, concurrency }) {
    const node = ({ command, needs }) => ({
      executor: 'nx:run-commands',
      cache: false,
      dependsOn: needs,
      options: { command },
    });
    const all = { executor: 'nx:noop', cache: false, dependsOn: nodes.map(({ id }) => id) };
    writeProject(folder, 'nx', {
      'package.json': { name: 'bench', private: true },
      'project.json': { name: 'bench', targets: perNode(nodes, node, all) },
      'nx.json': {},
    });
    return {
      command: 'node_modules/.bin/nx',
      args: [
        'run',
        nodes.length === 1 ? `bench:${nodes[0].id}` : 'bench:all',
        `--parallel=${concurrency}`,
        '--skip-nx-cache',
      ],
      env: { NX_DAEMON: 'false', NX_NO_CLOUD: 'true', CI: '1' },
    };
  },
};
