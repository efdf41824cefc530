/** A replacement in a text. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Makes replacements that do not overlap; of two at one place the one given first comes first. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let position = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(position, edit.start), edit.text);
    position = edit.end;
  }
  parts.push(text.slice(position));
  return parts.join('');
}
