import { createResolver, type ReferenceValues, type Resolver } from './render/reference-values.js';
import type { Operator } from './when-lexer.js';
import type { Expression, Operand } from './when-parser.js';

export type WhenResult =
  | {
      readonly ok: true;
      readonly value: boolean;
      /** The references that were looked at, as written, with their values: why a node is skipped. */
      readonly values: Readonly<Record<string, string>>;
    }
  | { readonly ok: false; readonly message: string };

/** Judges a `when` expression. The right side of `||` and `&&` is not looked at when the left one decides. */
export function evaluateWhen(expression: Expression, values: ReferenceValues): WhenResult {
  const evaluation = new Evaluation(createResolver(values));
  try {
    return { ok: true, value: evaluation.judge(expression), values: Object.fromEntries(evaluation.seen) };
  } catch (error) {
    if (error instanceof EvaluationFailure) return { ok: false, message: error.message };
    throw error;
  }
}

const SHOWN_LENGTH = 200;
const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

class EvaluationFailure extends Error {}

interface Side {
  readonly text: string;
  /** As it is written in the expression. */
  readonly source: string;
  /** A quoted text is compared as text, even when it looks like a number. */
  readonly quoted: boolean;
  readonly isNull: boolean;
}

class Evaluation {
  readonly seen = new Map<string, string>();
  readonly #resolve: Resolver;

  constructor(resolve: Resolver) {
    this.#resolve = resolve;
  }

  judge(expression: Expression): boolean {
    switch (expression.kind) {
      case 'or':
        return this.judge(expression.left) || this.judge(expression.right);
      case 'and':
        return this.judge(expression.left) && this.judge(expression.right);
      case 'not':
        return !this.judge(expression.operand);
      case 'compare':
        return compare(expression.operator, this.#side(expression.left), this.#side(expression.right));
      case 'truth': {
        const { text, isNull } = this.#side(expression.operand);
        return !isNull && text !== '' && text !== 'false';
      }
    }
  }

  #side(operand: Operand): Side {
    if (operand.kind === 'literal') {
      const { value } = operand;
      const quoted = typeof value === 'string';
      return { text: String(value), source: quoted ? `'${value}'` : String(value), quoted, isNull: value === null };
    }
    const found = this.#resolve(operand.reference);
    if (!found.ok) throw new EvaluationFailure(found.message);
    if (!found.known) throw new EvaluationFailure(`${operand.text} has no value here.`);
    this.seen.set(operand.text, shown(found.text));
    return { text: found.text, source: operand.text, quoted: false, isNull: false };
  }
}

function compare(operator: Operator, left: Side, right: Side): boolean {
  switch (operator) {
    case '==':
      return equal(left, right);
    case '!=':
      return !equal(left, right);
    case '<':
      return numeric(operator, left, right, (a, b) => a < b);
    case '<=':
      return numeric(operator, left, right, (a, b) => a <= b);
    case '>':
      return numeric(operator, left, right, (a, b) => a > b);
    case '>=':
      return numeric(operator, left, right, (a, b) => a >= b);
  }
}

/** As text, unless both sides are numbers. `null` is also what has no text. */
function equal(left: Side, right: Side): boolean {
  if (left.isNull && right.text === '') return true;
  if (right.isNull && left.text === '') return true;
  if (left.quoted || right.quoted) return left.text === right.text;
  if (NUMBER.test(left.text) && NUMBER.test(right.text)) return Number(left.text) === Number(right.text);
  return left.text === right.text;
}

function numeric(operator: Operator, left: Side, right: Side, test: (a: number, b: number) => boolean): boolean {
  if (NUMBER.test(left.text) && NUMBER.test(right.text)) return test(Number(left.text), Number(right.text));
  const sides = [left, right].filter(({ text }) => !NUMBER.test(text)).map(explain);
  throw new EvaluationFailure(`"${left.source} ${operator} ${right.source}" needs numbers: ${sides.join(' and ')}.`);
}

function explain({ source, text, quoted }: Side): string {
  if (quoted || source === text) return `${source} is none`;
  return `${source} is ${text === '' ? 'empty' : JSON.stringify(shown(text))}`;
}

function shown(text: string): string {
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}
