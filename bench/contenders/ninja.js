import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Has no way to choose the shell: it runs `sh -c`. With `resumable`, every node leaves a file. */
export const ninja = {
  name: 'ninja',
  onPath: 'ninja',
  prepare(folder, { nodes, concurrency, resumable }) {
    const builds = nodes.map(({ id, command, needs }) => {
      const text = resumable ? `${command} && touch ${id}` : command;
      return `build ${id}: node ${needs.join(' ')}\n  run = ${text}\n`;
    });
    writeFileSync(join(folder, 'build.ninja'), ['rule node', '  command = $run', ...builds, ''].join('\n'));
    const run = { command: 'ninja', args: ['--quiet', '-k', '0', '-j', String(concurrency)] };
    return { ...run, again: run, before: () => rmSync(join(folder, '.ninja_log'), { force: true }) };
  },
};
