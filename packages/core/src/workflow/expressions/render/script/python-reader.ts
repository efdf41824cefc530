import type { ReferenceToken } from '../../references.js';

/** Literals that stand side by side, which Python takes as one. */
export interface JoinedLiterals {
  readonly start: number;
  /** After the closing quotes of the last one. */
  end: number;
}

/** A string literal of Python. */
export interface PythonLiteral {
  readonly start: number;
  readonly joined: JoinedLiterals;
  /** Its letters and its opening quotes. */
  readonly prefix: string;
  readonly quotes: string;
  readonly isRaw: boolean;
  readonly isBytes: boolean;
}

/** How Python reads the place where a reference stands; what is in a comment is not one. */
export interface PythonPlace {
  readonly token: ReferenceToken;
  /** `format`: after the colon of a field. */
  readonly kind: 'expression' | 'text' | 'format';
  readonly literal?: PythonLiteral;
  /** In a field of an f-string, where neither quotes nor backslashes may stand before Python 3.12. */
  readonly inField: boolean;
}

const PREFIX = /^(?:[rbuft]|[bft]r|r[bft])?$/i;

/** Nesting beyond this is not a script but an attack on the stack; Python takes 150. */
const MAX_FIELDS = 200;

class TooDeep extends Error {}

/** Finds out how Python reads the place of each reference; undefined when f-strings are nested too deeply. */
export function readPython(code: string, tokens: ReadonlyMap<number, ReferenceToken>): PythonPlace[] | undefined {
  try {
    return new PythonReader(code, tokens).read();
  } catch (error) {
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
}

class PythonReader {
  readonly #code: string;
  readonly #tokens: ReadonlyMap<number, ReferenceToken>;
  readonly #places: PythonPlace[] = [];
  #position = 0;
  #fields = 0;
  /** Of the literal that was read last. */
  #joined: JoinedLiterals | undefined;

  constructor(code: string, tokens: ReadonlyMap<number, ReferenceToken>) {
    this.#code = code;
    this.#tokens = tokens;
  }

  read(): PythonPlace[] {
    while (this.#position < this.#code.length) this.#readNext();
    return this.#places;
  }

  #readNext(): void {
    if (this.#takeReference('expression')) return;
    const current = this.#code[this.#position] as string;
    if (current === '#') this.#skipLine();
    else if (/[\w"'\u0080-\uffff]/.test(current)) this.#readWordOrString();
    else this.#position += 1;
  }

  #skipLine(): void {
    const end = this.#code.indexOf('\n', this.#position);
    this.#position = end === -1 ? this.#code.length : end;
  }

  #readWordOrString(): void {
    const start = this.#position;
    while (/[\w\u0080-\uffff]/.test(this.#code[this.#position] ?? ' ')) this.#position += 1;
    const letters = this.#code.slice(start, this.#position);
    const quotes = /^(?:'''|"""|'|")/.exec(this.#code.slice(this.#position, this.#position + 3))?.[0];
    if (quotes !== undefined) this.#readString(PREFIX.test(letters) ? letters : '', quotes);
  }

  #readString(letters: string, quotes: string): void {
    const start = this.#position - letters.length;
    const joined = this.#joinedAt(start);
    const literal: PythonLiteral = {
      start,
      joined,
      prefix: letters + quotes,
      quotes,
      isRaw: /r/i.test(letters),
      isBytes: /b/i.test(letters),
    };
    this.#position += quotes.length;
    const hasFields = /[ft]/i.test(letters);
    while (this.#position < this.#code.length) {
      if (this.#at(quotes)) {
        this.#position += quotes.length;
        break;
      }
      if (quotes.length === 1 && this.#code[this.#position] === '\n') break;
      this.#readText(literal, hasFields);
    }
    joined.end = this.#position;
    this.#joined = joined;
  }

  #joinedAt(start: number): JoinedLiterals {
    const isJoined = this.#joined && /^(?:\s|\\\n)*$/.test(this.#code.slice(this.#joined.end, start));
    return isJoined && this.#joined ? this.#joined : { start, end: start };
  }

  #readText(literal: PythonLiteral, hasFields: boolean): void {
    if (this.#takeReference('text', literal)) return;
    const current = this.#code[this.#position];
    if (current === '\\') this.#readBackslash(literal, hasFields);
    else if (hasFields && (this.#at('{{') || this.#at('}}'))) this.#position += 2;
    else if (hasFields && current === '{') this.#readField(literal);
    else this.#position += 1;
  }

  #readBackslash({ isRaw }: PythonLiteral, hasFields: boolean): void {
    const isName = hasFields && !isRaw && this.#at('\\N{');
    const end = isName ? this.#code.indexOf('}', this.#position) : -1;
    if (end !== -1) this.#position = end + 1;
    // In a raw f-string a field may follow a backslash.
    else if (hasFields && isRaw && this.#code[this.#position + 1] === '{') this.#position += 1;
    else this.#position += this.#tokens.has(this.#position + 1) ? 1 : 2;
  }

  /** Passes `{expression!r:format}`. */
  #readField(literal: PythonLiteral): void {
    this.#position += 1;
    this.#fields += 1;
    if (this.#fields > MAX_FIELDS) throw new TooDeep();
    let depth = 0;
    while (this.#position < this.#code.length) {
      const current = this.#code[this.#position] as string;
      if (depth === 0 && (current === '}' || current === ':')) break;
      if ('([{'.includes(current)) depth += 1;
      if (')]}'.includes(current)) depth -= 1;
      this.#readNext();
    }
    if (this.#code[this.#position] === ':') this.#readFormat(literal);
    this.#position += 1;
    this.#fields -= 1;
  }

  #readFormat(literal: PythonLiteral): void {
    while (this.#position < this.#code.length && this.#code[this.#position] !== '}') {
      if (this.#takeReference('format', literal)) continue;
      if (this.#code[this.#position] === '{') this.#readField(literal);
      else if (this.#at(literal.quotes)) return;
      else this.#position += 1;
    }
  }

  #takeReference(kind: PythonPlace['kind'], literal?: PythonLiteral): boolean {
    const token = this.#tokens.get(this.#position);
    if (!token) return false;
    this.#places.push({ token, kind, inField: this.#fields > 0, ...(literal && { literal }) });
    this.#position = token.start + token.text.length;
    return true;
  }

  #at(text: string): boolean {
    return this.#code.startsWith(text, this.#position);
  }
}
