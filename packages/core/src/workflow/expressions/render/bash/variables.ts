import type { BashVariable } from '../bash-prelude.js';
import type { Resolver } from '../reference-values.js';
import { exportsFunctions } from './exports.js';
import type { Site } from './site.js';

const INTEGER = /^\s*([+-]?)(0|[1-9]\d{0,17})\s*$/;
const SHOWN_LENGTH = 60;
/** What Linux takes as one string of an environment, the variable's name included. */
const ENVIRONMENT_LIMIT = 128 * 1024;

/** The variables that a rendered text reads: one for each reference, however often it is used. */
export class BashVariables {
  readonly #text: string;
  readonly #resolve: Resolver;
  readonly #variables = new Map<string, BashVariable>();
  readonly #exported: boolean;
  #problem: string | undefined;

  constructor(text: string, resolve: Resolver) {
    this.#text = text;
    this.#resolve = resolve;
    this.#exported = exportsFunctions(text);
  }

  /** Why the text must not run. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Says why the text must not run; the first reason counts. */
  refuse(problem: string): void {
    this.#problem ??= problem;
  }

  list(): BashVariable[] {
    return [...this.#variables.values()];
  }

  /** The expansion that stands for a reference, without quotes. */
  expand({ token, demand }: Pick<Site, 'token' | 'demand'>): string {
    const value = this.#resolve(token.reference);
    if (!value.ok || !value.known) {
      if (!value.ok) this.refuse(value.message);
      return token.text;
    }
    const problem = problemOf(token.text, value.text, demand);
    if (problem !== undefined) this.refuse(problem);
    const { reference } = token;
    if (demand === 'integer') return this.#named(token.text, this.#integer(token.start, value.text));
    const isWhole = reference.kind === 'output' && reference.path.length === 0;
    return this.#named(token.text, value.text, isWhole ? reference.id : undefined);
  }

  #named(reference: string, value: string, outputOf?: string): string {
    const key = `${reference}=${outputOf === undefined ? value : ''}`;
    const name = this.#variables.get(key)?.name ?? `__af${this.#variables.size + 1}`;
    if (this.#exported && Buffer.byteLength(value) + name.length + 2 > ENVIRONMENT_LIMIT)
      this.refuse(
        `${reference} is too large to be handed on with an exported function. Write it to a file, and read that.`,
      );
    this.#variables.set(key, {
      name,
      value,
      ...(outputOf !== undefined && { outputOf }),
      ...(this.#exported && { exported: true }),
    });
    return `\${${name}}`;
  }

  /** `x-$n.output` must not become `x--1`. */
  #integer(start: number, text: string): string {
    const number = text.trim();
    const isAfterSign = /[-+]\s*$/.test(this.#text.slice(Math.max(0, start - 20), start));
    return isAfterSign && /^[-+]/.test(number) ? `(${number})` : number;
  }
}

function problemOf(reference: string, text: string, demand: Site['demand']): string | undefined {
  if (text.includes('\0')) return `${reference} holds a NUL character, which bash cannot hold.`;
  const shown = JSON.stringify(text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text);
  switch (demand) {
    case 'any':
      return undefined;
    case 'integer':
      if (INTEGER.test(text)) return undefined;
      return `${reference} stands where bash calculates, so it must be a whole number, but it is ${shown}.`;
    case 'name':
      if (/^\w*$/.test(text)) return undefined;
      return `${reference} stands where bash takes the name of a variable, but it is ${shown}.`;
    case 'key':
      if (text !== '@' && text !== '*') return undefined;
      return `${reference} stands where bash takes a key of an array, but it is ${shown}, which means all of them.`;
    case 'plain':
      if (/^[\w./:@%+,=-]*$/.test(text)) return undefined;
      return `${reference} stands where bash would run it as code, but it is ${shown}. Put it into a variable or an argument, and use that.`;
  }
}
