import type { ReferenceToken } from '../../references.js';
import type { Edit } from '../edits.js';
import type { Conversion, QuotedDocument, Site } from './site.js';
import type { BashVariables } from './variables.js';

type IsKnown = (token: ReferenceToken) => boolean;

/** Writes a reference as an expansion that its place takes as data. */
export function rewriteSite(site: Site, isKnown: IsKnown, variables: BashVariables): Edit[] {
  const { token, backticks, quoting } = site;
  if (quoting === 'document') return [];
  const end = token.start + token.text.length;
  if (token.escaped) return rewriteEscaped(site, end);
  if (!isKnown(token) || readsEnvironment(site)) return [];
  const text = enclose(site, variables.expand(site));
  // "$$id.output" is a dollar sign and a value: `$` must not join with what follows.
  const joins = site.lead === '$' && quoting !== 'arithmetic';
  return [{ start: token.start - (joins ? 1 : 0), end, text: inBackticks(joins ? `\\$${text}` : text, backticks) }];
}

/** `bash -c 'echo "$GOAL"'`: the text that is run takes the variable from the environment, as data. */
function readsEnvironment({ token, demand, quoting }: Site): boolean {
  return demand === 'plain' && (quoting === 'single' || quoting === 'document') && token.reference.kind === 'variable';
}

/** Turns a here-document with a quoted delimiter into one that expands nothing but its references. */
export function rewriteDocument(document: QuotedDocument, isKnown: IsKnown, variables: BashVariables): Edit[] {
  const { delimiter, body, closing, backticks, pieces } = document;
  const write = (piece: string): string => inBackticks(piece, backticks);
  const isValue = (piece: string | Site): piece is Site =>
    typeof piece !== 'string' && isKnown(piece.token) && !readsEnvironment(piece);
  if (!pieces.some(isValue)) {
    return [{ ...body, text: write(pieces.map(literal).join('')) }];
  }
  const name = unquotedName(document);
  const lines = pieces.map((piece) => {
    return isValue(piece) ? variables.expand(piece) : literal(piece).replace(/[\\$`]/g, '\\$&');
  });
  const edits = [
    { ...delimiter, text: write(name) },
    { ...body, text: write(lines.join('')) },
  ];
  return closing ? [...edits, { ...closing, text: write(name) }] : edits;
}

/** Writes double quotes around what must stay one word; to be done before its references are written. */
export function rewriteConversion(conversion: Conversion, isKnown: IsKnown, variables: BashVariables): Edit[] {
  const known = conversion.sites.find(({ token }) => isKnown(token));
  if (!known) return [];
  if (conversion.hasAnsiQuotes)
    variables.refuse(
      `${known.token.text} cannot stay one word in \${x:=…} beside $'…'. Put that into a variable before.`,
    );
  for (const site of conversion.inSingleQuotes) site.quoting = 'double';
  return conversion.edits.map(({ start, end, text, backticks }) => ({
    start,
    end,
    text: inBackticks(text, backticks),
  }));
}

function rewriteEscaped({ token, quoting, backticks, lead }: Site, end: number): Edit[] {
  const start = token.start - 1;
  const hasLead = lead === '\\';
  if (quoting === 'arithmetic') return [];
  if (quoting === 'single') return [{ start, end, text: token.text }];
  if (quoting === 'ansi') return hasLead ? [] : [{ start, end, text: token.text }];
  if (backticks === 0 && !hasLead) return [];
  return [{ start, end, text: inBackticks(`${hasLead ? '\\' : ''}\\${token.text}`, backticks) }];
}

function enclose({ quoting }: Site, expansion: string): string {
  switch (quoting) {
    case 'bare':
      return `"${expansion}"`;
    case 'single':
      return `'"${expansion}"'`;
    case 'ansi':
      return `'"${expansion}"$'`;
    case 'double':
    case 'arithmetic':
    case 'document':
      return expansion;
  }
}

/** Between backticks bash takes one level of backslashes away. */
function inBackticks(text: string, levels: number): string {
  return levels === 0 ? text : inBackticks(text.replace(/[\\`]/g, '\\$&'), levels - 1);
}

function literal(piece: string | Site): string {
  return typeof piece === 'string' ? piece : piece.token.text;
}

/** A name that needs no quotes and ends no line of the body. */
function unquotedName({ name, pieces }: QuotedDocument): string {
  if (/^\w+$/.test(name)) return name;
  const body = pieces.map(literal).join('');
  let free = 'AGENTFLOW_END';
  while (body.includes(free)) free += '_';
  return free;
}
