import { type Document, isMap, isSeq, parseDocument, type YAMLSeq } from 'yaml';

/** Adds a text to a list of a YAML or JSON mapping; comments and order stay. The list is made where it is absent. */
export function addToList(text: string, key: string, item: string): string {
  return edit(text, (document) => {
    const list = document.get(key);
    if (isSeq(list)) list.add(document.createNode(item));
    else if (isMap(document.contents)) document.set(key, document.createNode([item]));
    else document.contents = document.createNode({ [key]: [item] }) as never;
  });
}

/** Takes every item out of a list that `isMeant`, seen as plain values; an empty list goes, all else stays as it is. */
export function removeFromList(text: string, key: string, isMeant: (item: unknown) => boolean): string {
  return edit(text, (document) => {
    const list = document.get(key);
    if (isSeq(list) && removeItems(list, document, isMeant) === 0) document.delete(key);
  });
}

function removeItems(list: YAMLSeq, document: Document, isMeant: (item: unknown) => boolean): number {
  list.items = list.items.filter((item) => !isMeant((item as { toJS(document: Document): unknown }).toJS(document)));
  return list.items.length;
}

function edit(text: string, change: (document: Document) => void): string {
  const json = text.trimStart().startsWith('{');
  const document = parseDocument(text, { logLevel: 'error' });
  change(document);
  if (json) return `${JSON.stringify(document.toJS(), null, indentOf(text))}\n`;
  const indentSeq = !/^\S.*:[ \t]*(#.*)?\r?\n- /m.test(text);
  return document.toString({ lineWidth: 0, flowCollectionPadding: false, indentSeq });
}

function indentOf(text: string): string | number {
  return /^([ \t]+)"/m.exec(text)?.[1] ?? 2;
}
