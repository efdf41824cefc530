import type { ScreenQuestion } from '@agentflow/plugin-sdk';

/** A question begins with `? `, may take several lines, and the line behind it waits with `>`. */
export function questionOn(screen: string): ScreenQuestion | undefined {
  const lines = screen.trimEnd().split('\n');
  if (!isPrompt(lines.at(-1))) return undefined;
  const start = lines.findLastIndex((line) => line.startsWith('? '));
  const question = lines.slice(start, -1);
  if (start < 0 || question.some(isPrompt)) return undefined;
  const text = question.map((line) => line.trim()).join(' ');
  const subject = lines.slice(Math.max(0, start - LINES_OF_SUBJECT), -1).join('\n');
  return { text: text.slice(2), subject };
}

const LINES_OF_SUBJECT = 5;

function isPrompt(line: string | undefined): boolean {
  return line === '>' || line?.startsWith('> ') === true;
}
