import { perNode, writeProject } from './npm-project.js';

/** Runs every task by `npm run`. */
export const turbo = {
  name: 'turbo',
  pinned: 'turbo',
  prepare(folder, { nodes, concurrency }) {
    const task = (dependsOn) => ({ cache: false, dependsOn });
    writeProject(folder, 'turbo', {
      'package.json': {
        name: 'bench',
        private: true,
        packageManager: 'npm@10.0.0',
        scripts: perNode(nodes, ({ command }) => command),
      },
      'turbo.json': { tasks: perNode(nodes, ({ needs }) => task(needs), task(nodes.map(({ id }) => id))) },
    });
    return {
      command: 'node_modules/.bin/turbo',
      args: ['run', ...turboTargets(nodes), `--concurrency=${concurrency}`],
      env: { TURBO_TELEMETRY_DISABLED: '1', npm_config_update_notifier: 'false' },
    };
  },
};

/** A single task needs no `all` above it, which would be a second `npm run`. */
function turboTargets(nodes) {
  return nodes.length === 1 ? [nodes[0].id] : ['all'];
}
