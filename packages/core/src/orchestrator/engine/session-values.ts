import { constants } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ReferenceValues } from '../../workflow/expressions/render/reference-values.js';
import { BadReferenceError } from './bad-reference-error.js';
import type { Ledger } from './ledger.js';
import { LIMIT } from './or-refusal.js';

const LARGEST_CACHED = 64 * 1024;
const MOST_CACHED = 1000;

/** What references stand for, from the session: outputs of tasks, variables, inputs. */
export class SessionValues implements ReferenceValues {
  readonly #ledger: Pick<Ledger, 'task' | 'has'>;
  readonly #dir: string;
  readonly #variables: Readonly<Record<string, string>>;
  readonly #inputs: Readonly<Record<string, string>>;
  readonly #cache = new Map<string, string>();

  constructor(parts: {
    ledger: Pick<Ledger, 'task' | 'has'>;
    /** The session's folder. */
    dir: string;
    variables: Readonly<Record<string, string>>;
    inputs: Readonly<Record<string, string>>;
  }) {
    this.#ledger = parts.ledger;
    this.#dir = parts.dir;
    this.#variables = parts.variables;
    this.#inputs = parts.inputs;
  }

  output(id: string): string | undefined {
    if (!this.#ledger.has(id)) return undefined;
    const { output, status } = this.#ledger.task(id);
    // A task that is skipped now may have an output of an earlier run.
    return output === null || status === 'SKIPPED' ? '' : this.#read(id, output);
  }

  /** Where an output is; null when it is empty. */
  outputFile(id: string): string | null {
    const { output, status } = this.#ledger.task(id);
    return output === null || status === 'SKIPPED' ? null : join(this.#dir, output);
  }

  /** The bytes of an output, which need not be UTF-8. */
  outputBytes(id: string): Uint8Array | undefined {
    const file = this.outputFile(id);
    return file === null ? undefined : readable(id, () => readFileSync(file));
  }

  status(id: string): string | undefined {
    return this.#ledger.has(id) ? this.#ledger.task(id).status : undefined;
  }

  exitCode(id: string): number | null | undefined {
    return this.#ledger.has(id) ? this.#ledger.task(id).exitCode : undefined;
  }

  variable(name: string): string | undefined {
    return Object.hasOwn(this.#variables, name) ? this.#variables[name] : undefined;
  }

  input(name: string): string | undefined {
    return Object.hasOwn(this.#inputs, name) ? this.#inputs[name] : undefined;
  }

  /** The same values with variables of a node type's own. */
  with(variables: Readonly<Record<string, string>>): ReferenceValues {
    return {
      output: (id) => this.output(id),
      status: (id) => this.status(id),
      exitCode: (id) => this.exitCode(id),
      input: (name) => this.input(name),
      variable: (name) => (Object.hasOwn(variables, name) ? variables[name] : this.variable(name)),
    };
  }

  /** Outputs never change, so small ones are kept: many nodes may ask for the same. */
  #read(id: string, path: string): string {
    const known = this.#cache.get(path);
    if (known !== undefined) return known;
    const file = join(this.#dir, path);
    const size = readable(id, () => statSync(file).size);
    // Found out before it is read: that would take as much memory.
    if (size > constants.MAX_STRING_LENGTH) throw tooLong(id);
    const text = readable(id, () => readFileSync(file, 'utf8'));
    if (size <= LARGEST_CACHED && this.#cache.size < MOST_CACHED) this.#cache.set(path, text);
    return text;
  }
}

/** Somebody may have removed it; that is no reason for the other tasks to end. */
function readable<T>(id: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new BadReferenceError(`The output of node "${id}" cannot be read: ${(error as Error).message}`);
  }
}

function tooLong(id: string): BadReferenceError {
  const advice = 'let it write a file in $ARTIFACTS_DIR instead';
  return new BadReferenceError(`The output of node "${id}" is too long to be put into a text: ${LIMIT}; ${advice}.`);
}
