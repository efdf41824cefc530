import type { AdapterHost } from '@agentflow/plugin-sdk';

/** Tells the host once when a question appears, and once when the screen has moved on. */
export function watchDemoScreen(): (screen: string, host: AdapterHost) => void {
  let asked: string | undefined;
  return (screen, host) => {
    const question = questionOn(screen);
    if (question?.subject === asked) return;
    asked = question?.subject;
    if (question) host.needsInput(question.text);
    else host.working();
  };
}

interface DemoQuestion {
  readonly text: string;
  /** Tells two questions of the same wording apart: the lines that lead to it. */
  readonly subject: string;
}

/** A question begins with `? `, may take several lines, and the line behind it waits with `>`. */
function questionOn(screen: string): DemoQuestion | undefined {
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
