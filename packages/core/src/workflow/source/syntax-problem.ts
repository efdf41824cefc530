import { isScalar, type ParsedNode, Scalar, visit, type YAMLError } from 'yaml';
import type { ValueProblem } from './to-value.js';

const HINTS: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  BAD_DQ_ESCAPE: 'In "double quotes" a backslash begins an escape: write two of them, or use \'single quotes\'.',
  BAD_INDENT: 'Indent it like its neighbours.',
  BAD_SCALAR_START: 'Put the text in quotes.',
  BLOCK_AS_IMPLICIT_KEY: 'Put a text that holds ": " in quotes, or begin a new line after the first key.',
  MISSING_CHAR: 'Is a ":", a comma or a bracket missing, or is the line indented differently from its neighbours?',
  MULTILINE_IMPLICIT_KEY: 'Is a ":" missing, or is the line indented differently from its neighbours?',
  MULTIPLE_DOCS: 'Put each workflow into a file of its own.',
  TAB_AS_INDENT: 'Indent with spaces.',
};
const OTHER_HINT = 'Compare indentation, quotes and brackets with the lines around it.';

/** What the YAML parser complains about, where a person would look for it. */
export function syntaxProblem({ code, message, pos }: YAMLError, root: ParsedNode | null): ValueProblem {
  if (code === 'MULTIPLE_DOCS')
    return { code: 'yaml-syntax', message: 'A second document begins here.', range: pos, hint: HINTS[code] ?? '' };
  const quoted = /^Missing closing .quote$/.test(message) ? quotedAt(pos[0], root) : undefined;
  if (quoted) {
    const hint = 'Write the same quote at the end of the text.';
    return { code: 'yaml-syntax', message: 'This quote is never closed.', range: quoted, hint };
  }
  return { code: 'yaml-syntax', message: sentence(message), range: pos, hint: HINTS[code] ?? OTHER_HINT };
}

export function tagProblem({ code, message, pos }: YAMLError): ValueProblem {
  const isTag = code === 'TAG_RESOLVE_FAILED';
  const hint = isTag ? 'Tags have no meaning in a workflow; take it out.' : (HINTS[code] ?? OTHER_HINT);
  return { code: isTag ? 'yaml-tag' : 'yaml-syntax', message: sentence(message), range: pos, hint };
}

/** The opening quote of the scalar that runs up to `end`: the parser names only the end of the file. */
function quotedAt(end: number, root: ParsedNode | null): readonly [number, number] | undefined {
  let found: readonly [number, number] | undefined;
  visit(root, (_key, node) => {
    if (!isScalar(node) || !node.range || node.range[0] > end || node.range[1] < end - 1) return;
    const isQuoted = node.type === Scalar.QUOTE_DOUBLE || node.type === Scalar.QUOTE_SINGLE;
    if (isQuoted) found = [node.range[0], node.range[0] + 1];
  });
  return found;
}

function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
