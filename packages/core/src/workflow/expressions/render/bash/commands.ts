import { readConditional } from './conditional.js';
import type { BashCursor } from './cursor.js';
import { isAssignment, isDeclaration, judgeCommand } from './demands.js';
import { type PendingDocument, readDocument, readDocumentStart } from './documents.js';
import { isArithmetic, readDoubleParentheses } from './expansions.js';
import type { Site, Text, Word } from './site.js';
import { printedBy, raiseWord, sitesOf } from './texts.js';
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
  #words: Word[] = [];
  /** What the command reads from here-documents and here-strings. */
  #input: Text[] = [];
  /** What the commands before a `|` print. */
  #piped: readonly Text[] = [];
  /** What is printed where this list prints. */
  #printed: Text[] = [];
  /** The last word that opened a command. */
  #reserved = '';
  /** The number before a redirection. */
  #descriptor = '';
  #printsElsewhere = false;
  #pending: PendingDocument[] = [];

  constructor(cursor: BashCursor, stop: ')' | '') {
    this.#cursor = cursor;
    this.#stop = stop;
  }

  read(): readonly Site[] {
    const cursor = this.#cursor;
    for (;;) {
      skipBlanks(cursor);
      const { current } = cursor;
      if (cursor.atEnd) break;
      if (current === ')' && !this.#closes()) break;
      this.#readNext(current);
    }
    this.#endCommand();
    return this.#printed.flatMap(({ sites }) => sites);
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
      this.#input.push(document.text);
      return;
    }
    const operator = this.#match(REDIRECTION);
    skipBlanks(cursor);
    const target = readWord(cursor, false);
    // bash expands the file name after `>&` twice: what a value holds would be run.
    if (operator.endsWith('&')) raiseWord(target, 'plain');
    if (operator.startsWith('<')) this.#readsFrom(operator, target);
    else this.#printsTo(this.#descriptor);
    this.#descriptor = '';
  }

  #readsFrom(operator: string, target: Word): void {
    if (operator === '<<<' || target.raw.startsWith('<(')) this.#input.push({ sites: sitesOf(target), demand: 'any' });
  }

  #printsTo(descriptor: string): void {
    if (!/^1?$/.test(descriptor)) return;
    this.#printsElsewhere = true;
    if (this.#words.length === 0) this.#printed = [];
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
    if ((first === 'for' || first === 'select') && this.#words.length === 3 && word.raw === 'do') this.#endCommand();
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
    return true;
  }

  #continueCase(open: Case, { raw }: Word): void {
    if (open.state === 'subject') open.state = 'in';
    else if (open.state === 'in' && raw === 'in') open.state = 'pattern';
    else if (raw === 'esac') this.#cases.pop();
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
    }
  }

  /** Whether a closing parenthesis belongs to this list. */
  #closes(): boolean {
    return this.#openCase()?.state === 'pattern' || this.#parentheses > 0 || this.#stop === '';
  }

  #closeParenthesis(): void {
    this.#cursor.position += 1;
    const open = this.#openCase();
    if (open?.state === 'pattern') open.state = 'body';
    else this.#parentheses = Math.max(0, this.#parentheses - 1);
    this.#endCommand();
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
    const isPiped = operator === '|' || operator === '|&';
    let printed: readonly Text[] = [];
    if (words.length > 0) {
      const input = [...this.#input, ...this.#piped];
      judgeCommand({ words, input }, this.#cursor.variables);
      if (!this.#printsElsewhere) printed = printedBy(words, input);
    } else if (isPiped) printed = this.#printed.splice(0);
    // A line may end after a `|`, and what is printed into a group is for its first command.
    if (words.length > 0 || isPiped) this.#piped = isPiped ? printed : [];
    if (!isPiped) this.#printed.push(...printed);
    this.#words = [];
    this.#input = [];
    this.#reserved = '';
    this.#printsElsewhere = false;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#cursor.position;
    const text = pattern.exec(this.#cursor.text)?.[0] ?? this.#cursor.current;
    this.#cursor.position += text.length;
    return text;
  }
}
