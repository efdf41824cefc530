import type { BashCursor } from './cursor.js';
import { readDocumentBody } from './expansions.js';
import type { Range, Site, Text } from './site.js';
import { raiseText } from './texts.js';
import { skipBlanks } from './words.js';

/** A here-document whose body is still to come. */
export interface PendingDocument {
  readonly name: string;
  readonly isQuoted: boolean;
  /** Written `<<-`: tabs before its lines are taken away. */
  readonly stripsTabs: boolean;
  readonly delimiter: Range;
  readonly text: Text;
}

/** Passes `<<` and its delimiter. */
export function readDocumentStart(cursor: BashCursor): PendingDocument {
  cursor.position += 2;
  const stripsTabs = cursor.current === '-';
  if (stripsTabs) cursor.position += 1;
  skipBlanks(cursor);
  const start = cursor.position;
  let name = '';
  while (!cursor.atEnd && !/[ \t\n;&|<>()]/.test(cursor.current)) name += readDelimiterPart(cursor);
  const delimiter = { start, end: cursor.position };
  const isQuoted = /["'\\]/.test(cursor.text.slice(start, cursor.position));
  return { name, isQuoted, stripsTabs, delimiter, text: { sites: [], demand: 'any' } };
}

/** Passes the body, from the beginning of its first line to that of the line after its delimiter. */
export function readDocument(cursor: BashCursor, document: PendingDocument): void {
  const start = cursor.position;
  const { bodyEnd, closing } = findEnd(cursor, document);
  const first = cursor.found.sites.length;
  cursor.within(bodyEnd, () => {
    if (document.isQuoted) recordQuoted(cursor, document, { start, end: bodyEnd }, closing);
    else readDocumentBody(cursor);
    document.text.sites.push(...cursor.sitesSince(first));
  });
  raiseText(document.text, document.text.demand);
  cursor.position = closing ? Math.min(closing.end + 1, cursor.end) : cursor.end;
}

function readDelimiterPart(cursor: BashCursor): string {
  const quote = cursor.current;
  if (quote === '"' || quote === "'") {
    const closing = cursor.text.indexOf(quote, cursor.position + 1);
    const end = closing === -1 || closing >= cursor.end ? cursor.end : closing;
    const part = cursor.text.slice(cursor.position + 1, end);
    cursor.position = Math.min(end + 1, cursor.end);
    return part;
  }
  if (quote === '\\') cursor.position += 1;
  const part = cursor.current;
  cursor.position += 1;
  return part;
}

function findEnd(cursor: BashCursor, document: PendingDocument): { bodyEnd: number; closing: Range | undefined } {
  let lineStart = cursor.position;
  while (lineStart < cursor.end) {
    const lineEnd = endOfLine(cursor, lineStart, !document.isQuoted);
    const line = cursor.text.slice(lineStart, lineEnd);
    const indent = document.stripsTabs ? (/^\t*/.exec(line)?.[0].length ?? 0) : 0;
    const isClosing = line.slice(indent).replaceAll('\\\n', '') === document.name;
    if (isClosing) return { bodyEnd: lineStart, closing: { start: lineStart + indent, end: lineEnd } };
    lineStart = lineEnd + 1;
  }
  return { bodyEnd: cursor.end, closing: undefined };
}

/** A line of an unquoted here-document goes on after a backslash at its end. */
function endOfLine(cursor: BashCursor, start: number, joinsLines: boolean): number {
  for (let position = start; position < cursor.end; position += 1) {
    if (cursor.text[position] === '\n') return position;
    if (joinsLines && cursor.text[position] === '\\') position += 1;
  }
  return cursor.end;
}

function recordQuoted(
  cursor: BashCursor,
  { name, delimiter }: PendingDocument,
  body: Range,
  closing: Range | undefined,
): void {
  const pieces: (string | Site)[] = [];
  let done = body.start;
  while (!cursor.atEnd) {
    const start = cursor.position;
    const site = cursor.takeReference('document');
    if (site) pieces.push(cursor.text.slice(done, start), site);
    if (site) done = cursor.position;
    else cursor.position += 1;
  }
  if (pieces.length === 0) return;
  pieces.push(cursor.text.slice(done, body.end));
  const whole = ({ start, end }: Range): Range => ({ start: cursor.wholeOffset(start), end: cursor.wholeOffset(end) });
  cursor.found.documents.push({
    name,
    delimiter: whole(delimiter),
    body: whole(body),
    closing: closing && whole(closing),
    pieces,
    backticks: cursor.backticks,
  });
}
