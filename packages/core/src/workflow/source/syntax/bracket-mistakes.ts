import { Lexer } from 'yaml';
import { mistake, type SyntaxProblem } from './syntax-problem.js';

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

/** A bracket that is not closed where the parser, at `end`, needs it to be. */
export function openBracket(text: string, end: number): SyntaxProblem {
  const { offset, sign, closedBy } = findOpen(text) ?? { offset: end, sign: text[end] ?? '', closedBy: undefined };
  const close = CLOSING[sign] ?? ']';
  const message = closedBy ? `This "${sign}" is closed with "${closedBy}".` : `This "${sign}" is never closed.`;
  const hint = closedBy ? `Write "${close}" instead of "${closedBy}".` : `Write "${close}" behind its last item.`;
  return mistake(message, { range: [offset, offset + 1], hint, spoils: 'rest' });
}

interface Open {
  readonly offset: number;
  readonly sign: string;
  readonly closedBy?: string;
}

/** The first bracket of the text that is not closed, or not with its like. */
function findOpen(text: string): Open | undefined {
  const open: Open[] = [];
  let [offset, isScalar] = [0, false];
  for (const token of new Lexer().lex(text)) {
    const isText = isScalar;
    isScalar = token === SCALAR_MARK;
    if (token === FLOW_END_MARK) return open.at(-1);
    if (isScalar || token === DOCUMENT_MARK) continue;
    if (!isText && token in CLOSING) open.push({ offset, sign: token });
    if (!isText && (token === ']' || token === '}')) {
      const last = open.pop();
      if (last && CLOSING[last.sign] !== token) return { ...last, closedBy: token };
    }
    offset += token.length;
  }
  return open.at(-1);
}

/** The lexer's own tokens, which take no room in the text. */
const [DOCUMENT_MARK, FLOW_END_MARK, SCALAR_MARK] = ['\x02', '\x18', '\x1f'];

export function strayBracket(text: string, [start, end]: readonly [number, number]): SyntaxProblem {
  return mistake(`This "${text.slice(start, end)}" closes nothing.`, {
    range: [start, end],
    hint: 'Take it out, or put the text that it belongs to in quotes.',
    spoils: 'rest',
  });
}

/** `- x` or `a: b: c` inside of brackets. */
export function blockInBrackets(text: string, [start, end]: readonly [number, number]): SyntaxProblem {
  if (text[start] === '-')
    return mistake('A list item with "-" cannot stand inside of brackets.', {
      range: [start, start + 1],
      hint: 'Take the "-" out: inside of brackets a comma stands between items.',
      spoils: 'rest',
    });
  return mistake('This holds ": " a second time.', {
    range: [start, end],
    hint: 'Is a comma missing? Else put the text in quotes, or in braces if it is a mapping.',
    spoils: 'rest',
  });
}
