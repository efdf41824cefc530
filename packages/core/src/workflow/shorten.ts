const LONGEST = 2000;

/** A sentence that a hostile file made endless, such as one that names an id of a megabyte, up to where a person reads. */
export function shorten(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
