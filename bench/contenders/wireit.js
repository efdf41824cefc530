import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { perNode, writeProject } from './npm-project.js';

/** Started by `npm run`, which is the only way in. Without `files` a script is never fresh, so that it always runs. */
export const wireit = {
  name: 'wireit',
  pinned: 'wireit',
  prepare(folder, { nodes, concurrency, resumable }) {
    const freshness = resumable ? { files: [], output: [] } : {};
    const dependencies = nodes.map(({ id }) => id);
    writeProject(folder, 'wireit', {
      'package.json': {
        name: 'bench',
        private: true,
        scripts: perNode(nodes, () => 'wireit', 'wireit'),
        wireit: perNode(nodes, ({ command, needs }) => ({ command, dependencies: needs, ...freshness }), {
          dependencies,
        }),
      },
    });
    const env = {
      WIREIT_PARALLEL: String(concurrency),
      WIREIT_CACHE: 'none',
      WIREIT_FAILURES: 'continue',
      npm_config_update_notifier: 'false',
    };
    const run = { command: 'npm', args: ['run', '--silent', 'all'], env };
    return { ...run, again: run, before: () => rmSync(join(folder, '.wireit'), { recursive: true, force: true }) };
  },
};
