import type { Reference } from './references.js';
import { ExpressionError, type Operator, type Token, tokenize } from './when-lexer.js';

export type Operand =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'reference'; readonly reference: Reference; readonly text: string; readonly start: number };

export type Expression =
  | { readonly kind: 'or' | 'and'; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'not'; readonly operand: Expression }
  | { readonly kind: 'compare'; readonly operator: Operator; readonly left: Operand; readonly right: Operand }
  | { readonly kind: 'truth'; readonly operand: Operand };

export type ExpressionResult =
  | { readonly ok: true; readonly expression: Expression }
  | { readonly ok: false; readonly error: ExpressionError };

const MAX_DEPTH = 200;
/** Whoever walks an expression may do so recursively. */
const MAX_TOKENS = 5000;
const OPERATORS = new Set<string>(['==', '!=', '<', '<=', '>', '>=']);

/** Parses a `when` expression: `||` binds weakest, then `&&`, `!`, comparison. */
export function parseExpression(text: string): ExpressionResult {
  try {
    return { ok: true, expression: new Parser(tokenize(text, MAX_TOKENS + 1)).parse() };
  } catch (error) {
    if (error instanceof ExpressionError) return { ok: false, error };
    throw error;
  }
}

/** Every reference of an expression, in the order of the text. */
export function referencesOf(expression: Expression): Extract<Operand, { kind: 'reference' }>[] {
  switch (expression.kind) {
    case 'or':
    case 'and':
      return [...referencesOf(expression.left), ...referencesOf(expression.right)];
    case 'not':
      return referencesOf(expression.operand);
    case 'compare':
      return [expression.left, expression.right].filter((operand) => operand.kind === 'reference');
    case 'truth':
      return expression.operand.kind === 'reference' ? [expression.operand] : [];
  }
}

class Parser {
  readonly #tokens: readonly Token[];
  #position = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): Expression {
    const tooMany = this.#tokens[MAX_TOKENS];
    if (tooMany)
      throw new ExpressionError('The expression is too long.', {
        offset: tooMany.start,
        hint: 'Let a bash or script node decide, and ask for its output.',
      });
    const expression = this.#or();
    const rest = this.#peek();
    if (rest.kind === 'end') return expression;
    const hint =
      rest.kind === 'symbol' && rest.text === ')'
        ? 'No parenthesis is open here.'
        : 'Join two conditions with && or ||.';
    throw new ExpressionError(`The expression should end before "${rest.text}".`, {
      offset: rest.start,
      length: rest.text.length,
      hint,
    });
  }

  #or(): Expression {
    let left = this.#and();
    while (this.#take('||')) left = { kind: 'or', left, right: this.#and() };
    return left;
  }

  #and(): Expression {
    let left = this.#not();
    while (this.#take('&&')) left = { kind: 'and', left, right: this.#not() };
    return left;
  }

  #not(): Expression {
    const start = this.#peek().start;
    if (++this.#depth > MAX_DEPTH)
      throw new ExpressionError('The expression is nested too deeply.', {
        offset: start,
        hint: 'Make several nodes of it.',
      });
    const expression = this.#take('!') ? ({ kind: 'not', operand: this.#not() } as const) : this.#group();
    this.#depth--;
    return expression;
  }

  #group(): Expression {
    const open = this.#peek();
    if (!this.#take('(')) return this.#comparison();
    const inner = this.#or();
    if (this.#take(')')) return inner;
    throw new ExpressionError('This parenthesis is never closed.', {
      offset: open.start,
      hint: 'Write ")" where the condition ends.',
    });
  }

  #comparison(): Expression {
    const left = this.#operand();
    const next = this.#peek();
    if (next.kind !== 'symbol' || !OPERATORS.has(next.text)) return { kind: 'truth', operand: left };
    this.#position++;
    return { kind: 'compare', operator: next.text as Operator, left, right: this.#operand() };
  }

  #operand(): Operand {
    const token = this.#peek();
    this.#position++;
    if (token.kind === 'literal') return { kind: 'literal', value: token.value };
    if (token.kind === 'reference')
      return { kind: 'reference', reference: token.reference, text: token.text, start: token.start };
    const found = token.kind === 'end' ? 'the expression ends' : `there is "${token.text}"`;
    throw new ExpressionError(`A value is missing: ${found}.`, {
      offset: token.start,
      length: Math.max(1, token.text.length),
      hint: 'A value is a reference, a text in quotes, a number, true, false or null.',
    });
  }

  #peek(): Token {
    return this.#tokens[Math.min(this.#position, this.#tokens.length - 1)] as Token;
  }

  #take(symbol: string): boolean {
    const token = this.#peek();
    if (token.kind !== 'symbol' || token.text !== symbol) return false;
    this.#position++;
    return true;
  }
}
