import type { ReferenceToken } from '../../references.js';

/** How JavaScript reads the place where a reference stands; what is in a comment or a name is not one. */
export interface JavaScriptPlace {
  readonly token: ReferenceToken;
  readonly kind: 'expression' | 'string' | 'template' | 'pattern' | 'character-class';
}

const EXPRESSION_FOLLOWS = new Set(
  'return typeof case in of delete void throw new instanceof do else yield await extends default'.split(' '),
);
const CONDITION_FOLLOWS = new Set(['if', 'while', 'for', 'with']);
const WORD = /[\w$\u0080-\uffff]/;

interface Bracket {
  /** `body`: of a function or class that is a value. */
  readonly kind: 'template' | 'block' | 'body' | 'object' | 'condition' | 'group';
  /** Whether it stands in the head of a function or class that is a value. */
  readonly inHead: boolean;
}

/** Finds out how JavaScript or TypeScript (without JSX) reads the place of each reference. */
export function readJavaScript(code: string, tokens: ReadonlyMap<number, ReferenceToken>): JavaScriptPlace[] {
  return new JavaScriptReader(code, tokens).read();
}

class JavaScriptReader {
  readonly #code: string;
  readonly #tokens: ReadonlyMap<number, ReferenceToken>;
  readonly #places: JavaScriptPlace[] = [];
  readonly #brackets: Bracket[] = [];
  #position = 0;
  /** The last word or sign. */
  #previous = '';
  /** Whether a `/` begins a regular expression here, rather than divides. */
  #startsExpression = true;
  /** Whether the last word began a statement, and so would be a label before a `:`. */
  #beganStatement = false;
  #inCase = false;
  /** After `function` or `class` where a value is expected, until its body. */
  #inHead = false;

  constructor(code: string, tokens: ReadonlyMap<number, ReferenceToken>) {
    this.#code = code;
    this.#tokens = tokens;
  }

  read(): JavaScriptPlace[] {
    if (this.#code.startsWith('#!')) this.#skipTo('\n');
    while (this.#position < this.#code.length) this.#readNext();
    return this.#places;
  }

  #readNext(): void {
    const current = this.#code[this.#position] as string;
    if (this.#takeReference('expression')) this.#after('value', false);
    else if (/\s/.test(current)) this.#position += 1;
    else if (this.#at('//')) this.#skipTo('\n');
    else if (this.#at('/*')) this.#skipTo('*/');
    else if (current === '"' || current === "'") this.#readString(current);
    else if (current === '`') this.#readTemplate();
    else if (current === '/' && this.#startsExpression && this.#readPattern()) this.#after('value', false);
    else if (WORD.test(current)) this.#readWord();
    else this.#readSign(current);
  }

  #readWord(): void {
    const start = this.#position;
    const isMember = this.#previous === '.';
    // `name$id.output` is a property of the variable `name$id`.
    do this.#position += 1;
    while (this.#position < this.#code.length && WORD.test(this.#code[this.#position] as string));
    const word = this.#code.slice(start, this.#position);
    this.#beganStatement = this.#atStatement();
    if (!isMember && word === 'case') this.#inCase = true;
    if (/^(?:function|class)$/.test(word))
      this.#inHead = this.#startsExpression && !this.#beganStatement && this.#previous !== 'default';
    // `for await (…)` is a `for`.
    const previous = word === 'await' && this.#previous === 'for' ? 'for' : word;
    this.#after(previous, !isMember && EXPRESSION_FOLLOWS.has(word));
  }

  #readSign(current: string): void {
    if (this.#at('++') || this.#at('--')) {
      this.#position += 2;
      this.#previous = '++';
      return;
    }
    if (this.#at('=>')) {
      this.#position += 2;
      return this.#after('=>', true);
    }
    this.#position += 1;
    if ('([{'.includes(current)) this.#open(current);
    else if (')]}'.includes(current)) this.#close(current);
    else if (current === ':' && this.#endsLabel()) this.#after(';', true);
    else if (current === '!' && !this.#startsExpression && this.#code[this.#position] !== '=') this.#previous = '!';
    else this.#after(current, true);
  }

  #open(sign: string): void {
    const kind = this.#kindOf(sign);
    this.#brackets.push({ kind, inHead: this.#inHead && kind !== 'body' });
    this.#inHead = false;
    this.#after(sign, true);
  }

  #kindOf(sign: string): Bracket['kind'] {
    if (sign === '(') return CONDITION_FOLLOWS.has(this.#previous) ? 'condition' : 'group';
    if (sign === '[') return 'group';
    if (this.#inHead) return 'body';
    return this.#startsBlock() ? 'block' : 'object';
  }

  /** Whether a statement begins here. */
  #atStatement(): boolean {
    const kind = this.#brackets.at(-1)?.kind ?? 'block';
    if (!this.#startsExpression || (kind !== 'block' && kind !== 'body')) return false;
    return ['', ';', '{', '}', ')', 'else', 'do'].includes(this.#previous);
  }

  /** Whether a `:` here ends `label:`, `default:` or `case …:`. */
  #endsLabel(): boolean {
    const kind = this.#brackets.at(-1)?.kind ?? 'block';
    const isLabel = (kind === 'block' || kind === 'body') && (this.#inCase || this.#beganStatement);
    this.#inCase = false;
    return isLabel;
  }

  #startsBlock(): boolean {
    if (['', ';', '{', '}', ')', '=>', 'do', 'else'].includes(this.#previous)) return true;
    return WORD.test(this.#previous) && !EXPRESSION_FOLLOWS.has(this.#previous);
  }

  #close(sign: string): void {
    const bracket = this.#brackets.pop();
    this.#inHead = bracket?.inHead ?? false;
    if (bracket?.kind === 'template') return this.#readTemplateText();
    this.#after(sign, bracket?.kind === 'block' || bracket?.kind === 'condition');
  }

  #readString(quote: string): void {
    this.#position += 1;
    while (this.#position < this.#code.length) {
      if (this.#takeReference('string')) continue;
      const current = this.#code[this.#position] as string;
      if (current === '\n') break;
      this.#position += current === '\\' ? this.#escapeLength() : 1;
      if (current === quote) break;
    }
    this.#after('value', false);
  }

  /** A backslash before a joined line takes both characters of a Windows line end. */
  #escapeLength(): number {
    if (this.#tokens.has(this.#position + 1)) return 1;
    return this.#code.startsWith('\r\n', this.#position + 1) ? 3 : 2;
  }

  #readTemplate(): void {
    this.#position += 1;
    this.#readTemplateText();
  }

  #readTemplateText(): void {
    while (this.#position < this.#code.length) {
      if (this.#takeReference('template')) continue;
      if (this.#at('${')) {
        this.#position += 2;
        this.#brackets.push({ kind: 'template', inHead: this.#inHead });
        this.#inHead = false;
        return this.#after('${', true);
      }
      const current = this.#code[this.#position] as string;
      this.#position += current === '\\' ? this.#escapeLength() : 1;
      if (current === '`') break;
    }
    this.#after('value', false);
  }

  /** A regular expression ends on its line; what does not is a division. */
  #readPattern(): boolean {
    const start = this.#position;
    const first = this.#places.length;
    let inClass = false;
    this.#position += 1;
    while (this.#position < this.#code.length && this.#code[this.#position] !== '\n') {
      if (this.#takeReference(inClass ? 'character-class' : 'pattern')) continue;
      const current = this.#code[this.#position] as string;
      this.#position += current === '\\' ? this.#escapeLength() : 1;
      if (current === '/' && !inClass) return true;
      if (current === '[') inClass = true;
      if (current === ']') inClass = false;
    }
    this.#position = start;
    this.#places.length = first;
    return false;
  }

  #takeReference(kind: JavaScriptPlace['kind']): boolean {
    const token = this.#tokens.get(this.#position);
    if (!token) return false;
    this.#places.push({ token, kind });
    this.#position = token.start + token.text.length;
    return true;
  }

  #after(previous: string, startsExpression: boolean): void {
    if (!WORD.test(previous)) this.#beganStatement = false;
    this.#previous = previous;
    this.#startsExpression = startsExpression;
  }

  #at(text: string): boolean {
    return this.#code.startsWith(text, this.#position);
  }

  #skipTo(text: string): void {
    const found = this.#code.indexOf(text, this.#position + 2);
    this.#position = found === -1 ? this.#code.length : found + text.length;
  }
}
