import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { modulesOf } from './pinned.js';

/** The program itself and not npm's launcher, which takes half a second: most people have it from elsewhere. */
export const just = {
  name: 'just',
  pinned: 'just',
  prepare(folder, { nodes, concurrency }) {
    const recipes = nodes.map(({ id, command, needs }) => `${id}: ${needs.join(' ')}\n    @${command}\n`);
    const all = `[parallel]\nall: ${nodes.map(({ id }) => id).join(' ')}\n`;
    writeFileSync(join(folder, 'justfile'), ['set shell := ["bash", "-c"]', all, ...recipes].join('\n'));
    const command = join(modulesOf('just'), `rust-just-${process.platform}-${process.arch}/bin/just`);
    return { command, args: ['--jobs', String(concurrency), 'all'] };
  },
};
