import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { git } from './git.js';

/**
 * Tells which files of a repository changed between now and later, whatever was uncommitted before and committed since.
 * The states are trees made with an index and an object store of our own, so that nothing in the repository changes.
 */
export class TrackedFiles {
  readonly #folder: string;
  readonly #scratch: string;
  readonly #index: string;
  readonly #env: Record<string, string>;
  #before = '';

  /** Null where there is no repository, or none that git can read. */
  static async remember(folder: string): Promise<TrackedFiles | null> {
    const places = await git(folder, ['rev-parse', '--git-path', 'index', '--git-path', 'objects']);
    if (!places.ok) return null;
    const [index = '', objects = ''] = places.text.split('\n').map((path) => resolve(folder, path));
    const scratch = await mkdtemp(join(tmpdir(), 'agentflow-checkout-'));
    const files = new TrackedFiles({ folder, scratch, index, objects });
    const before = await files.#state();
    if (before !== null) {
      files.#before = before;
      return files;
    }
    await files.forget();
    return null;
  }

  private constructor({ folder, scratch, index, objects }: Record<'folder' | 'scratch' | 'index' | 'objects', string>) {
    this.#folder = folder;
    this.#scratch = scratch;
    this.#index = index;
    this.#env = {
      GIT_INDEX_FILE: join(scratch, 'index'),
      GIT_OBJECT_DIRECTORY: scratch,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: objects,
    };
  }

  /** Paths from the top of the repository. */
  async changed(): Promise<readonly string[]> {
    const after = await this.#state();
    if (after === null || after === this.#before) return [];
    const names = await git(
      this.#folder,
      ['diff-tree', '-r', '-z', '--no-renames', '--name-only', this.#before, after],
      this.#env,
    );
    return names.ok ? names.text.split('\0').filter(Boolean) : [];
  }

  async forget(): Promise<void> {
    await rm(this.#scratch, { recursive: true, force: true }).catch(() => undefined);
  }

  /** The tree of all tracked files as they are in the folder. */
  async #state(): Promise<string | null> {
    // Without an index nothing is tracked yet.
    await copyFile(this.#index, join(this.#scratch, 'index')).catch(() => undefined);
    const added = await git(this.#folder, ['add', '--update', ':/'], this.#env);
    const tree = added.ok ? await git(this.#folder, ['write-tree'], this.#env) : added;
    return tree.ok ? tree.text.trim() : null;
  }
}
