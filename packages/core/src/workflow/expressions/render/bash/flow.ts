import type { Site, Text, Word } from './site.js';
import { handedOnBy, printedBy, raiseText } from './texts.js';

/** What flows through the commands of a list: the texts that they read, print, and hand on through a `|`. */
export class Flow {
  #read: Text[] = [];
  /** What the commands before a `|` print. */
  #piped: readonly Text[] = [];
  /** What is printed where the list prints. */
  #printed: Text[] = [];
  #printsElsewhere = false;
  /** The groups that are open, such as `( … )`. */
  readonly #groups: Group[] = [];
  /** What stands for the input of the group before, while redirections of it may follow. */
  #closed: Text | undefined;

  /** What the command reads that is being read. */
  get input(): readonly Text[] {
    return [...this.#read, ...this.#piped, ...this.#groups.map(({ input }) => input)];
  }

  /** The references that the list only prints. */
  get printed(): Site[] {
    return this.#printed.flatMap(({ sites }) => sites);
  }

  /** The command gets a here-document, a here-string or a `<( … )`. */
  read(text: Text): void {
    this.#read.push(text);
    if (this.#closed) raiseText(text, this.#closed.demand);
  }

  /** A word that may open or close a group of commands. */
  reserved(word: string): void {
    if (/^(?:\{|if|while|until|for|select|case)$/.test(word)) this.open();
    if (/^(?:\}|fi|done|esac)$/.test(word)) this.close();
  }

  /** A group begins: all of its commands may read what it gets. */
  open(): void {
    this.#groups.push({ input: { sites: [], demand: 'any' }, piped: this.#piped });
  }

  close(): void {
    const group = this.#groups.pop();
    for (const text of group?.piped ?? []) raiseText(text, group?.input.demand ?? 'any');
    this.#closed = group?.input;
  }

  /** What the command prints, or the group before if there is no command yet, goes into a file. */
  redirect(isGroup: boolean): void {
    this.#printsElsewhere = true;
    if (isGroup) this.#printed = [];
  }

  end(words: readonly Word[], operator: string): void {
    const isPiped = operator === '|' || operator === '|&';
    const printed = this.#printedBy(words, isPiped);
    const handedOn = this.#printsElsewhere ? [] : handedOnBy(words, this.input);
    // A line may end after a `|`.
    if (words.length > 0 || isPiped) this.#piped = isPiped ? [...printed, ...handedOn] : [];
    if (!isPiped) this.#printed.push(...printed);
    this.#read = [];
    this.#closed = undefined;
    this.#printsElsewhere = false;
  }

  #printedBy(words: readonly Word[], isPiped: boolean): readonly Text[] {
    if (words.length === 0) return isPiped ? this.#printed.splice(0) : [];
    return this.#printsElsewhere ? [] : printedBy(words, this.input);
  }
}

interface Group {
  /** Stands for whatever is given to the group, and learns what it must be. */
  readonly input: Text;
  /** What is printed into the group. */
  readonly piped: readonly Text[];
}
