import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';

/** A piece of a text and what takes its place. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A parsed mapping with the text that it was parsed from. */
export interface ListPlace {
  readonly text: string;
  readonly document: Document;
  readonly key: string;
  readonly isJson: boolean;
}

type Collection = YAMLMap | YAMLSeq;

/** The edits that add an item to a list, or a list with it; undefined where this takes more than a few edits. */
export function additions(place: ListPlace, item: string): readonly TextEdit[] | undefined {
  const { text, document, key, isJson } = place;
  const root = document.contents;
  if (!isMap(root)) return undefined;
  const list = root.get(key, true);
  if (isSeq(list)) return list.flow ? intoFlow(place, list, inFlow(item, isJson)) : intoBlock(place, list, item);
  if (root.has(key)) return isScalar(list) && list.value === null ? asNull(place, list, item) : undefined;
  if (root.flow) return intoFlow(place, root, pairInFlow(place, root, item));
  const indent = ' '.repeat(columnOf(text, startOf(root)));
  return [insert(text.length, `${endsLine(text) ? '' : '\n'}${indent}${key}:\n${indent}${newItem(text, item)}\n`)];
}

/** The edits that take items out of a list, and the list itself when none stays. */
export function removals(place: ListPlace, list: YAMLSeq, gone: ReadonlySet<unknown>): readonly TextEdit[] | undefined {
  const { text, document, key } = place;
  if (gone.size < list.items.length)
    return list.items.filter((item) => gone.has(item)).map((item) => cut(text, list, item));
  const root = document.contents;
  const pair =
    isMap(root) && (root.items as Pair<Node, Node>[]).find((one) => isScalar(one.key) && one.key.value === key);
  return isMap(root) && pair ? [cut(text, root, pair)] : undefined;
}

/** An empty value: a list below its key, or in its place. */
function asNull({ text, isJson }: ListPlace, value: Node, item: string): TextEdit[] | undefined {
  const [start, end] = rangeOf(value);
  if (end > start) return [{ start, end, text: `[${inFlow(item, isJson)}]` }];
  return [insert(lineEnd(text, end), `\n${newItem(text, item)}`)];
}

function intoBlock({ text }: ListPlace, list: YAMLSeq, item: string): TextEdit[] | undefined {
  const last = list.items.at(-1) as Node | undefined;
  if (!last) return undefined;
  const indent = ' '.repeat(columnOf(text, startOf(list)));
  return [insert(lineEnd(text, contentEnd(text, last)), `\n${indent}- ${stringify(item).trim()}`)];
}

/** Behind the last item; on a line of its own where that one has one. */
function intoFlow({ text }: ListPlace, list: Collection, added: string): TextEdit[] | undefined {
  const [start, end] = rangeOf(list);
  const last = list.items.at(-1);
  if (!last)
    return text.slice(start + 1, end - 1).trim() === '' ? [{ start: start + 1, end: end - 1, text: added }] : undefined;
  const at = endOf(last);
  const rest = text.slice(at, end - 1);
  const hasComma = /^\s*,/.test(rest);
  if (!rest.includes('\n'))
    return hasComma ? [insert(at + rest.indexOf(',') + 1, ` ${added}`)] : [insert(at, `, ${added}`)];
  const indent = /^[ \t]*/.exec(text.slice(lineStart(text, startOf(last))))?.[0] ?? '';
  const line = insert(lineEnd(text, at), `\n${indent}${added}${hasComma ? ',' : ''}`);
  return hasComma ? [line] : [insert(at, ','), line];
}

/** In a block the lines of an item; in flow the item and one comma. */
function cut(text: string, list: Collection, item: unknown): TextEdit {
  if (!list.flow) {
    const end = lineEnd(text, contentEnd(text, item));
    return { start: lineStart(text, startOf(item)), end: Math.min(text.length, end + lineBreak(text, end)), text: '' };
  }
  const index = (list.items as unknown[]).indexOf(item);
  const [before, after] = [list.items[index - 1], list.items[index + 1]];
  if (after) return { start: startOf(item), end: startOf(after), text: '' };
  return { start: before ? endOf(before) : rangeOf(list)[0] + 1, end: endOf(item), text: '' };
}

function pairInFlow({ text, key, isJson }: ListPlace, root: YAMLMap, item: string): string {
  if (!isJson) return `${key}: [${inFlow(item, false)}]`;
  const last = root.items.at(-1);
  const indent = last && /\n([ \t]+)$/.exec(text.slice(0, startOf(last)))?.[1];
  const value = JSON.stringify(item);
  return `${JSON.stringify(key)}: ${indent ? `[\n${indent}${indent}${value}\n${indent}]` : `[${value}]`}`;
}

function inFlow(item: string, isJson: boolean): string {
  return isJson
    ? JSON.stringify(item)
    : stringify([item], { collectionStyle: 'flow', flowCollectionPadding: false }).trim().slice(1, -1);
}

/** Of a new list: at the margin where other lists of the file are. */
function newItem(text: string, item: string): string {
  const isAtMargin = /^\S.*:[ \t]*(#.*)?\r?\n- /m.test(text);
  return `${isAtMargin ? '' : '  '}- ${stringify(item).trim()}`;
}

function insert(at: number, text: string): TextEdit {
  return { start: at, end: at, text };
}

function rangeOf(node: Node): readonly [start: number, end: number] {
  const [start = 0, end = 0] = node.range ?? [];
  return [start, end];
}

function startOf(item: unknown): number {
  return rangeOf(isPairLike(item) ? item.key : (item as Node))[0];
}

function endOf(item: unknown): number {
  return rangeOf(isPairLike(item) ? (item.value ?? item.key) : (item as Node))[1];
}

/** A block ends behind the line break of its last line, or behind comments below it. */
function contentEnd(text: string, item: unknown): number {
  const value = isPairLike(item) ? (item.value ?? item.key) : (item as Node);
  const inner = (isMap(value) || isSeq(value)) && !value.flow ? value.items.at(-1) : undefined;
  return inner ? contentEnd(text, inner) : Math.max(startOf(item), text.slice(0, endOf(item)).trimEnd().length);
}

function isPairLike(item: unknown): item is Pair<Node, Node | null> {
  return typeof item === 'object' && item !== null && 'key' in item;
}

function columnOf(text: string, at: number): number {
  return at - lineStart(text, at);
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.slice(at).search(/\r?\n/);
  return end === -1 ? text.length : at + end;
}

function lineBreak(text: string, at: number): number {
  return text.startsWith('\r\n', at) ? 2 : 1;
}

function endsLine(text: string): boolean {
  return text === '' || text.endsWith('\n');
}
