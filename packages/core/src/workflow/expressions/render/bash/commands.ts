import { associativeNames } from './associative.js';
import { readConditional } from './conditional.js';
import type { BashCursor } from './cursor.js';
import { isAssignment, isDeclaration, judgeCommand } from './demands.js';
import { type PendingDocument, readDocument, readDocumentStart } from './documents.js';
import { isArithmetic, readDoubleParentheses } from './expansions.js';
import { Flow } from './flow.js';
import type { Site, Word } from './site.js';
import { raiseWord, sitesOf } from './texts.js';
import { readWord, skipBlanks, skipComment } from './words.js';

const REDIRECTION = /<<<|<&|<>|<|>>|>&|>\||>|&>>|&>/y;
const OPERATOR = /;;&|;;|;&|&&|\|\||\|&|[;&|]/y;
/** Words after which a command may begin. */
const OPENING = new Set('{ } ! if then elif else fi while until do done time coproc'.split(' '));

/** `case subject in pattern) body ;; esac`: where its reading stands. */
interface Case {
  state: 'subject' | 'in' | 'pattern' | 'body';
  readonly parentheses: number;
}

/** Reads a list of commands up to `stop` or the end; gives the references that it only prints. */
export function readCommandList(cursor: BashCursor, stop: ')' | ''): readonly Site[] {
  return new CommandList(cursor, stop).read();
}

class CommandList {
  readonly #cursor: BashCursor;
  readonly #stop: ')' | '';
  readonly #cases: Case[] = [];
  #parentheses = 0;
  /** How many `{`, `if` and `do` are open. */
  #compounds = 0;
  /** What ended the command before. */
  #operator = '';
  #words: Word[] = [];
  readonly #flow = new Flow();
  /** The last word that opened a command. */
  #reserved = '';
  /** The number before a redirection. */
  #descriptor = '';
  #pending: PendingDocument[] = [];

  constructor(cursor: BashCursor, stop: ')' | '') {
    this.#cursor = cursor;
    this.#stop = stop;
  }

  read(): readonly Site[] {
    const cursor = this.#cursor;
    for (;;) {
      skipBlanks(cursor);
      if (this.#atNegation()) cursor.position += 1;
      const { current } = cursor;
      if (cursor.atEnd) break;
      if (current === ')' && !this.#closes()) break;
      this.#readNext(current);
    }
    this.#endCommand();
    return this.#flow.printed;
  }

  #readNext(current: string): void {
    const cursor = this.#cursor;
    if (current === '\n') return this.#endLine();
    if (current === '#') return skipComment(cursor);
    if (current === ')') return this.#closeParenthesis();
    if (current === '(') return this.#openParenthesis();
    if (this.#atRedirection()) return this.#readRedirection();
    if (/[;&|]/.test(current)) return this.#readOperator();
    this.#readWord();
  }

  #endLine(): void {
    this.#cursor.position += 1;
    this.#endCommand();
    for (const document of this.#pending) readDocument(this.#cursor, document);
    this.#pending = [];
  }

  #readOperator(): void {
    const operator = this.#match(OPERATOR);
    const open = this.#openCase();
    if (open && operator.startsWith(';') && operator.length > 1) open.state = 'pattern';
    if (open?.state !== 'pattern' || operator !== '|') this.#endCommand(operator);
  }

  /** `!( … )` where a command begins is a pattern only with `extglob`, and is read safely as a subshell then, too. */
  #atNegation(): boolean {
    const open = this.#openCase();
    return this.#cursor.startsWith('!(') && this.#words.length === 0 && (!open || open.state === 'body');
  }

  /** `<( … )` and `>( … )` are words. */
  #atRedirection(): boolean {
    const cursor = this.#cursor;
    if (cursor.startsWith('<(') || cursor.startsWith('>(')) return false;
    return /[<>]/.test(cursor.current) || cursor.startsWith('&>');
  }

  #readRedirection(): void {
    const cursor = this.#cursor;
    if (cursor.startsWith('<<') && !cursor.startsWith('<<<')) {
      const document = readDocumentStart(cursor);
      this.#pending.push(document);
      this.#flow.read(document.text);
      return;
    }
    const operator = this.#match(REDIRECTION);
    skipBlanks(cursor);
    const target = readWord(cursor, false);
    // bash expands the file name after `>&` twice: what a value holds would be run.
    if (operator.endsWith('&')) raiseWord(target, 'plain');
    if (operator === '<<<' || (operator === '<' && target.raw.startsWith('<(')))
      this.#flow.read({ sites: sitesOf(target), demand: 'any' });
    if (!operator.startsWith('<') && /^1?$/.test(this.#descriptor)) this.#flow.redirect(this.#words.length === 0);
    this.#descriptor = '';
  }

  #readWord(): void {
    const cursor = this.#cursor;
    const start = cursor.position;
    const word = readWord(cursor, this.#canAssign());
    if (cursor.position === start) cursor.position += 1;
    const open = this.#openCase();
    if (open && open.state !== 'body') return this.#continueCase(open, word);
    if (this.#words.length === 0 && this.#readReserved(word)) return;
    if (this.#namesCoprocess(word)) return;
    this.#descriptor = /^(?:\d+|\{\w+\})$/.test(word.raw) && /[<>]/.test(cursor.current) ? word.raw : '';
    if (this.#descriptor !== '') return;
    this.#words.push(word);
    const first = this.#words[0]?.raw;
    if (first === 'function' && this.#words.length === 2) this.#endCommand();
    if (this.#words.length === 1) this.#flow.reserved(word.raw);
    if ((first === 'for' || first === 'select') && this.#words.length === 3 && word.raw === 'do') this.#openLoop();
  }

  /** `coproc name { … }` */
  #namesCoprocess(word: Word): boolean {
    const isName = this.#reserved === 'coproc' && this.#words.length === 1 && this.#readReserved(word);
    if (isName) this.#words = [];
    return isName;
  }

  #readReserved({ raw }: Word): boolean {
    if (raw === 'case') this.#cases.push({ state: 'subject', parentheses: this.#parentheses });
    else if (raw === 'esac') this.#cases.pop();
    else if (raw === '[[') readConditional(this.#cursor);
    else if (!OPENING.has(raw)) return this.#reserved === 'time' && raw.startsWith('-');
    this.#reserved = raw;
    this.#flow.reserved(raw);
    if (/^(?:\{|if|do)$/.test(raw)) this.#compounds += 1;
    if (/^(?:\}|fi|done)$/.test(raw)) this.#closeCompound();
    return true;
  }

  #continueCase(open: Case, word: Word): void {
    const { raw } = word;
    if (open.state === 'subject') open.state = 'in';
    else if (open.state === 'in' && raw === 'in') open.state = 'pattern';
    else if (raw === 'esac') this.#readReserved(word);
  }

  #openParenthesis(): void {
    const cursor = this.#cursor;
    const first = this.#words[0]?.raw;
    const mayBeArithmetic = first === undefined || (first === 'for' && this.#words.length === 1);
    if (this.#openCase()?.state === 'pattern') cursor.position += 1;
    else if (mayBeArithmetic && cursor.startsWith('((') && isArithmetic(cursor, cursor.position)) {
      readDoubleParentheses(cursor, 2);
      this.#endCommand();
    } else {
      cursor.position += 1;
      this.#parentheses += 1;
      this.#endCommand();
      this.#flow.open();
    }
  }

  /** Whether a closing parenthesis belongs to this list. */
  #closes(): boolean {
    return this.#openCase()?.state === 'pattern' || this.#parentheses > 0 || this.#stop === '';
  }

  #closeParenthesis(): void {
    this.#cursor.position += 1;
    this.#endCommand();
    const open = this.#openCase();
    if (open?.state === 'pattern') open.state = 'body';
    else {
      this.#parentheses = Math.max(0, this.#parentheses - 1);
      this.#flow.close();
    }
  }

  /** The `case` that is read now, unless a subshell was opened in it. */
  #openCase(): Case | undefined {
    const open = this.#cases.at(-1);
    return open?.parentheses === this.#parentheses ? open : undefined;
  }

  #canAssign(): boolean {
    const name = this.#words.find(({ raw }) => !isAssignment(raw) && !/^(?:command|builtin)$/.test(raw));
    return !name || isDeclaration(name.raw);
  }

  #endCommand(operator = ''): void {
    const words = this.#words;
    if (words.length > 0) {
      judgeCommand({ words, input: this.#flow.input }, this.#cursor.variables);
      if (this.#surelyRuns(operator)) this.#declare(words);
    }
    if (words.length > 0 || operator !== '') this.#operator = operator;
    this.#flow.end(words, operator);
    this.#words = [];
    this.#reserved = '';
  }

  /** `for name do` */
  #openLoop(): void {
    this.#endCommand();
    this.#compounds += 1;
  }

  /** A text that closes more than it opens is not understood. */
  #closeCompound(): void {
    this.#compounds = this.#compounds > 0 ? this.#compounds - 1 : Number.POSITIVE_INFINITY;
  }

  /** Whether the shell itself runs the command, in any case and before what follows in the text. */
  #surelyRuns(operator: string): boolean {
    const isNested = this.#cursor.depth > 1 || this.#parentheses > 0 || this.#compounds > 0 || this.#cases.length > 0;
    const isInOrder = /^;?$/.test(this.#operator) && !/^(?:&|\|&?)$/.test(operator);
    return !isNested && isInOrder && this.#reserved === '';
  }

  #declare(words: readonly Word[]): void {
    const literals = words.map(({ literal }) => literal);
    const { text, position, associative } = this.#cursor;
    for (const name of associativeNames(literals, text, position)) associative.add(name);
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#cursor.position;
    const text = pattern.exec(this.#cursor.text)?.[0] ?? this.#cursor.current;
    this.#cursor.position += text.length;
    return text;
  }
}
