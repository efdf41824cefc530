import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/** A temporary folder for everything a benchmark writes, with a home of its own. */
export class Workspace {
  #root = realpathSync(mkdtempSync(join(tmpdir(), 'agentflow-bench-')));

  constructor() {
    mkdirSync(this.home);
  }

  get home() {
    return join(this.#root, 'home');
  }

  /** A new empty folder. */
  folder(...names) {
    const path = join(this.#root, ...names);
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path, { recursive: true });
    return path;
  }

  /** Nothing of the developer's shell, and the same for every contender. */
  get env() {
    return {
      HOME: this.home,
      PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
      LANG: 'C.UTF-8',
      TERM: 'dumb',
      SHELL: '/bin/bash',
    };
  }

  remove() {
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Keeps a folder as it is now; the function given back makes it so again. */
export function snapshot(folder) {
  const copy = `${folder}.kept`;
  rmSync(copy, { recursive: true, force: true });
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  return () => {
    rmSync(folder, { recursive: true, force: true });
    cpSync(copy, folder, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  };
}
