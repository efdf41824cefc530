const LONGEST = 2000;
const LONGEST_WORD = 400;
const SHOWN_OF_WORD = 60;

/** A sentence that a hostile file made endless, such as one that names an id of a megabyte, as a person reads it. */
export function shorten(text: string): string {
  // Paths are shorter; what is longer is a name that nobody can read, and the sentence goes on behind it.
  const readable = text.replace(ENDLESS_WORD, (word) => `${word.slice(0, SHOWN_OF_WORD)}…`);
  return readable.length > LONGEST ? `${readable.slice(0, LONGEST)}…` : readable;
}

const ENDLESS_WORD = new RegExp(`[^\\s"]{${LONGEST_WORD + 1},}`, 'g');
