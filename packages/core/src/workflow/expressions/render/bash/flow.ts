import type { Site, Text, Word } from './site.js';
import { printedBy } from './texts.js';

/** What flows through the commands of a list: the texts that they read, print, and hand on through a `|`. */
export class Flow {
  #read: Text[] = [];
  /** What the commands before a `|` print. */
  #piped: readonly Text[] = [];
  /** What is printed where the list prints. */
  #printed: Text[] = [];
  #printsElsewhere = false;

  /** What the command reads that is being read. */
  get input(): readonly Text[] {
    return [...this.#read, ...this.#piped];
  }

  /** The references that the list only prints. */
  get printed(): Site[] {
    return this.#printed.flatMap(({ sites }) => sites);
  }

  /** The command gets a here-document, a here-string or a `<( … )`. */
  read(text: Text): void {
    this.#read.push(text);
  }

  /** What the command prints, or the group before if there is no command yet, goes into a file. */
  redirect(isGroup: boolean): void {
    this.#printsElsewhere = true;
    if (isGroup) this.#printed = [];
  }

  end(words: readonly Word[], operator: string): void {
    const isPiped = operator === '|' || operator === '|&';
    const printed = this.#printedBy(words, isPiped);
    // A line may end after a `|`, and what is printed into a group is for its first command.
    if (words.length > 0 || isPiped) this.#piped = isPiped ? printed : [];
    if (!isPiped) this.#printed.push(...printed);
    this.#read = [];
    this.#printsElsewhere = false;
  }

  #printedBy(words: readonly Word[], isPiped: boolean): readonly Text[] {
    if (words.length === 0) return isPiped ? this.#printed.splice(0) : [];
    return this.#printsElsewhere ? [] : printedBy(words, this.input);
  }
}
