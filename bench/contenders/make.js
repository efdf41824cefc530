import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** With `resumable`, every node leaves a file, as is usual with make. */
export const make = {
  name: 'make',
  onPath: 'make',
  prepare(folder, { nodes, concurrency, resumable }) {
    const rules = nodes.map(({ id, command, needs }) => {
      const recipe = resumable ? `${command} && touch $@` : command;
      return `${id}: ${needs.join(' ')}\n\t@${recipe}\n`;
    });
    const ids = nodes.map(({ id }) => id);
    const head = ['SHELL := /bin/bash', `all: ${ids.join(' ')}`, `.PHONY: all ${resumable ? '' : ids.join(' ')}`];
    writeFileSync(join(folder, 'Makefile'), [...head, ...rules, ''].join('\n'));
    const run = { command: 'make', args: ['-s', '-k', '-j', String(concurrency), 'all'] };
    return { ...run, again: run };
  },
};
