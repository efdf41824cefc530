import { eachReference, type Reference, type ReferenceToken } from './references.js';

export type Operator = '==' | '!=' | '<' | '<=' | '>' | '>=';

export type Token =
  | { readonly kind: 'symbol'; readonly text: '||' | '&&' | '!' | '(' | ')' | Operator; readonly start: number }
  | {
      readonly kind: 'literal';
      readonly text: string;
      readonly value: string | number | boolean | null;
      readonly start: number;
    }
  | { readonly kind: 'reference'; readonly text: string; readonly reference: Reference; readonly start: number }
  | { readonly kind: 'end'; readonly text: ''; readonly start: number };

/** An expression that cannot be read; `offset` counts in its text. */
export class ExpressionError extends Error {
  readonly offset: number;
  readonly length: number;
  readonly hint: string;

  constructor(message: string, place: { offset: number; length?: number; hint: string }) {
    super(message);
    this.name = 'ExpressionError';
    this.offset = place.offset;
    this.length = place.length ?? 1;
    this.hint = place.hint;
  }
}

const SYMBOL = /\|\||&&|==|!=|<=|>=|[<>!()]/y;
const NUMBER = /-?\d+(?:\.\d+)?(?![\w.])/y;
const WORD = /[A-Za-z_][\w-]*/y;
const KEYWORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

/**
 * Splits a `when` expression into tokens, of which it reads no more than `limit`: the tokens of a text of 10 MB would
 * fill the memory. Throws an `ExpressionError`.
 */
export function tokenize(text: string, limit: number): Token[] {
  const references = eachReference(text);
  const tokens: Token[] = [];
  let reference = references.next().value as ReferenceToken | undefined;
  let position = 0;
  while (position < text.length && tokens.length < limit) {
    if (/\s/.test(text[position] as string)) {
      position++;
      continue;
    }
    while (reference && reference.start < position) reference = references.next().value as ReferenceToken | undefined;
    const token = readToken(text, position, reference);
    tokens.push(token);
    position += token.text.length;
  }
  if (tokens.length < limit) tokens.push({ kind: 'end', text: '', start: text.length });
  return tokens;
}

function readToken(text: string, start: number, next: ReferenceToken | undefined): Token {
  if (next?.start === start) return { kind: 'reference', text: next.text, reference: next.reference, start };
  const character = text[start] as string;
  if (character === '"' || character === "'") return readString(text, start, character);
  const number = matchAt(NUMBER, text, start);
  if (number !== undefined) return { kind: 'literal', text: number, value: Number(number), start };
  const symbol = matchAt(SYMBOL, text, start);
  if (symbol !== undefined) return { kind: 'symbol', text: symbol as '!', start };
  const word = matchAt(WORD, text, start);
  if (word !== undefined && Object.hasOwn(KEYWORDS, word))
    return { kind: 'literal', text: word, value: KEYWORDS[word] ?? null, start };
  throw unexpected(text, start, word);
}

function readString(text: string, start: number, quote: string): Token {
  const end = text.indexOf(quote, start + 1);
  if (end === -1)
    throw new ExpressionError(`The quote ${quote} is never closed.`, {
      offset: start,
      length: text.length - start,
      hint: `Write ${quote} at the end of the text.`,
    });
  return { kind: 'literal', text: text.slice(start, end + 1), value: text.slice(start + 1, end), start };
}

function unexpected(text: string, start: number, word: string | undefined): ExpressionError {
  if (word !== undefined) {
    const hint = `Put a text in quotes ('${word}'), or write $${word}.output for the output of a node.`;
    return new ExpressionError(`"${word}" is neither a reference nor a quoted text.`, {
      offset: start,
      length: word.length,
      hint,
    });
  }
  const rest = text.slice(start);
  if (rest.startsWith('='))
    return new ExpressionError('"=" is not an operator.', { offset: start, hint: 'Compare with "==".' });
  if (rest.startsWith('&') || rest.startsWith('|')) {
    return new ExpressionError(`"${rest[0]}" is not an operator.`, {
      offset: start,
      hint: `Write "${rest[0]}${rest[0]}".`,
    });
  }
  if (rest.startsWith('$')) {
    const length = /^\$[\w.-]*/.exec(rest)?.[0].length ?? 1;
    const hint = 'A reference is $id.output, $id.status, $id.exit_code, $INPUTS.name or a variable such as $ARGUMENTS.';
    return new ExpressionError(`"${rest.slice(0, length)}" is not a reference.`, { offset: start, length, hint });
  }
  return new ExpressionError(`"${rest[0]}" does not belong into an expression.`, {
    offset: start,
    hint: 'Put a text in quotes; the operators are == != < <= > >= && || ! and parentheses.',
  });
}

function matchAt(pattern: RegExp, text: string, start: number): string | undefined {
  pattern.lastIndex = start;
  return pattern.exec(text)?.[0];
}
