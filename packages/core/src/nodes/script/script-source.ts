import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeContext, Outcome } from '@agentflow/plugin-sdk';
import { searchHint } from '../resource-problems.js';
import { RUNTIMES, type Runtime } from './runtimes.js';

/** One word is a name, a path too, so that it is refused; anything with white space or the punctuation of code is code. */
export function isScriptName(text: string): boolean {
  return !/[\s()[\]{}"'`;:,=+*<>|&!?@#$^]/.test(text);
}

export type NamedScript =
  | { readonly found: true; readonly file: string }
  | { readonly found: false; readonly outcome: Outcome };

/** Looks for the file again, since it may have changed or gone since the workflow was checked. */
export function findNamedScript(name: string, runtime: Runtime, context: NodeContext): NamedScript {
  const extensions = RUNTIMES[runtime].named;
  const search = context.findResource('script', name, extensions);
  if (search.found) return search;
  const message = `There is no ${runtime} script "${name}".`;
  const hint = searchHint(`${name}{${extensions.join(',')}}`, search);
  return { found: false, outcome: { status: 'failed', reason: 'not-started', message, hint } };
}

/**
 * Code as a file in a folder of its own, outside the tree of the user, whose packages and settings have no say there.
 * The code may hold secrets, so nobody else can read it, and it is gone afterwards.
 */
export class InlineScript {
  readonly file: string;
  readonly #folder = mkdtempSync(join(realpathSync(tmpdir()), 'agentflow-script-'));

  constructor(code: string, extension: string) {
    this.file = join(this.#folder, `script${extension}`);
    writeFileSync(this.file, code, { mode: 0o600 });
  }

  /** Makes the packages of a folder the nearest ones. */
  usePackagesOf(folder: string): void {
    symlinkSync(join(folder, 'node_modules'), join(this.#folder, 'node_modules'), 'dir');
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
