import { isDeepStrictEqual } from 'node:util';
import { type Document, isAlias, isMap, isSeq, parseDocument, type YAMLSeq } from 'yaml';
import { additions, type ListPlace, removals, type TextEdit } from './list-edits.js';

/** Adds a text to a list of a YAML or JSON mapping; all else stays as it is. The list is made where it is absent. */
export function addToList(text: string, key: string, item: string): string {
  return edit(text, key, {
    edits: (place) => additions(place, item),
    change: (document) => {
      const list = document.get(key);
      if (isSeq(list)) list.add(document.createNode(item));
      else if (isMap(document.contents)) document.set(key, document.createNode([item]));
      else document.contents = document.createNode({ [key]: [item] }) as never;
    },
  });
}

/** Takes every item out of a list that `isMeant`, seen as plain values; an empty list goes, all else stays as it is. */
export function removeFromList(text: string, key: string, isMeant: (item: unknown) => boolean): string {
  const meantIn = (list: YAMLSeq, document: Document) =>
    new Set(list.items.filter((item) => isMeant((item as { toJS(document: Document): unknown }).toJS(document))));
  const document = withOwnList(parse(text), key);
  const list = document.get(key);
  if (!isSeq(list) || meantIn(list, document).size === 0) return text;
  return edit(text, key, {
    // A copy of another list stands nowhere in the text.
    edits: (place) => (list.range ? removals(place, list, meantIn(list, document)) : undefined),
    change: (changed) => {
      const copy = changed.get(key) as YAMLSeq;
      const gone = meantIn(copy, changed);
      copy.items = copy.items.filter((item) => !gone.has(item));
      if (copy.items.length === 0) changed.delete(key);
    },
  });
}

interface Change {
  /** The change as edits of the text, where that is possible. */
  readonly edits: (place: ListPlace) => readonly TextEdit[] | undefined;
  /** The same on the parsed document. */
  readonly change: (document: Document) => void;
}

/** Edits the text where the result says what it has to; else the document is written again, which keeps comments only. */
function edit(text: string, key: string, { edits, change }: Change): string {
  const isJson = parsesAsJson(text);
  const document = withOwnList(parse(text), key);
  change(document);
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  const edited = apply(text, edits({ text, document: parse(text), key, isJson }), lineBreak);
  if (edited !== undefined && says(edited, document, isJson)) return edited;
  const written = isJson
    ? `${JSON.stringify(document.toJS(), null, 2)}\n`
    : document.toString({ lineWidth: 0, flowCollectionPadding: false });
  return written.replaceAll('\n', lineBreak);
}

/** A list that only refers to another one (`*name`) becomes a copy: the other one stays as it is. */
function withOwnList(document: Document, key: string): Document {
  const list = document.get(key);
  if (isAlias(list)) document.set(key, document.createNode(list.toJS(document)));
  return document;
}

function apply(text: string, edits: readonly TextEdit[] | undefined, lineBreak: string): string | undefined {
  // From the end, so that the places before stay where they are.
  return edits
    ?.toReversed()
    .toSorted((left, right) => right.start - left.start)
    .reduce(
      (result, { start, end, text: inserted }) =>
        result.slice(0, start) + inserted.replaceAll('\n', lineBreak) + result.slice(end),
      text,
    );
}

function says(text: string, document: Document, isJson: boolean): boolean {
  if (isJson && !parsesAsJson(text)) return false;
  const parsed = parse(text);
  return parsed.errors.length === 0 && isDeepStrictEqual(parsed.toJS(), document.toJS());
}

function parsesAsJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function parse(text: string): Document {
  return parseDocument(text, { logLevel: 'error' });
}
