import type { Step, StepName, ToolState } from './step.js';

/** A script that cannot be read; its message is shown to whoever wrote it. */
export class ScriptError extends Error {}

/** Reads steps separated by `;` or line breaks: `print hello; exit 3`. A `\;` is no separator, a line of JSON is one step. */
export function readSteps(text: string): Step[] {
  return text
    .split('\n')
    .flatMap((line) => (line.trim().startsWith('{') ? [line] : line.split(/(?<!\\);/)))
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('#'))
    .map((part) => (part.startsWith('{') ? asStep(JSON.parse(part)) : readStep(part)));
}

/** A step as text, or as the object that the script builders make. */
export function asStep(value: unknown): Step {
  if (typeof value === 'string') return readStep(value);
  if (typeof value === 'object' && value !== null && 'do' in value && Object.hasOwn(READERS, String(value.do))) {
    return value as Step;
  }
  throw new ScriptError(`A step is a text such as "exit 3" or an object with "do", not ${JSON.stringify(value)}.`);
}

/** Reads one step: its name, then its arguments. */
function readStep(text: string): Step {
  const [, name = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(text) ?? [];
  if (!Object.hasOwn(READERS, name)) {
    throw new ScriptError(`The fake agent knows no step "${name}". It knows: ${Object.keys(READERS).join(', ')}.`);
  }
  return READERS[name as StepName](rest);
}

const READERS: Readonly<Record<StepName, (rest: string) => Step>> = {
  print: (rest) => ({ do: 'print', text: withEscapes(rest) }),
  write: (rest) => ({ do: 'write', text: withEscapes(rest) }),
  stderr: (rest) => ({ do: 'stderr', text: withEscapes(rest) }),
  say: (rest) => ({ do: 'say', text: withEscapes(rest) }),
  answer: () => ({ do: 'answer' }),
  finish: () => ({ do: 'finish' }),
  ask: (rest) => ({ do: 'ask', question: withEscapes(rest) }),
  ansi: (rest) => {
    const { words, style, at, clear } = withOptions(rest, ['style', 'at', 'clear']);
    const [row, column] = at?.split(',').map((part) => numberIn('ansi at', part)) ?? [];
    return {
      do: 'ansi',
      text: withEscapes(words),
      ...(style !== undefined && { style: style.split(',') }),
      ...(row !== undefined && column !== undefined && { at: [row, column] as const }),
      ...((clear === 'screen' || clear === 'line') && { clear }),
    };
  },
  sleep: (rest) => ({ do: 'sleep', ms: numberIn('sleep', rest) }),
  tool: (rest) => {
    const { words, state } = withOptions(rest, ['state']);
    const [name, detail] = firstWord(words);
    return {
      do: 'tool',
      name,
      ...(detail !== '' && { detail: withEscapes(detail) }),
      ...(state !== undefined && { state: state as ToolState }),
    };
  },
  usage: (rest) => {
    const [input, output, cost] = rest.split(/\s+/);
    return {
      do: 'usage',
      inputTokens: numberIn('usage', input),
      outputTokens: numberIn('usage', output),
      ...(cost !== undefined && { costUsd: numberIn('usage', cost) }),
    };
  },
  'retry-event': (rest) => {
    const { words, attempt, delay } = withOptions(rest, ['attempt', 'delay']);
    return {
      do: 'retry-event',
      reason: withEscapes(words),
      ...(attempt !== undefined && { attempt: numberIn('retry-event', attempt) }),
      ...(delay !== undefined && { delayMs: numberIn('retry-event', delay) }),
    };
  },
  'rate-limit-event': (rest) => ({ do: 'rate-limit-event', message: withEscapes(rest) }),
  'error-event': (rest) => ({ do: 'error-event', message: withEscapes(rest) }),
  'spawn-child': (rest) => {
    const { words, 'pid-file': pidFile } = withOptions(rest, ['pid-file']);
    const [seconds, ...flags] = words.split(/\s+/);
    return {
      do: 'spawn-child',
      seconds: seconds === '' ? 60 : numberIn('spawn-child', seconds),
      ...(flags.includes('ignore-term') && { ignoreTerm: true }),
      ...(flags.includes('own-session') && { ownSession: true }),
      ...(flags.includes('hold-stdout') && { holdStdout: true }),
      ...(pidFile !== undefined && { pidFile }),
    };
  },
  'ignore-signals': (rest) => {
    const signals = rest.split(/[\s,]+/).filter(Boolean);
    return {
      do: 'ignore-signals',
      ...(signals.length > 0 && { signals: signals.map((name) => `SIG${name.replace(/^SIG/, '')}` as NodeJS.Signals) }),
    };
  },
  'split-utf8': (rest) => ({ do: 'split-utf8', ...textAndPause(rest) }),
  'split-ansi': (rest) => ({ do: 'split-ansi', ...textAndPause(rest) }),
  flood: (rest) => ({ do: 'flood', bytes: numberIn('flood', rest) }),
  'say-flood': (rest) => ({ do: 'say-flood', bytes: numberIn('say-flood', rest) }),
  drip: (rest) => {
    const { words, interval } = withOptions(rest, ['interval']);
    const text = withEscapes(words);
    return { do: 'drip', text, ...(interval !== undefined && { intervalMs: numberIn('drip', interval) }) };
  },
  crash: (rest) => (rest === 'uncaught' || rest === 'abort' ? { do: 'crash', how: rest } : { do: 'crash' }),
  exit: (rest) => ({ do: 'exit', code: rest === '' ? 0 : numberIn('exit', rest) }),
  'write-file': (rest) => {
    const [path, text] = firstWord(rest);
    return { do: 'write-file', path, text: withEscapes(text) };
  },
  hang: () => ({ do: 'hang' }),
  'raw-mode': () => ({ do: 'raw-mode' }),
  'echo-args': () => ({ do: 'echo-args' }),
  'echo-cwd': () => ({ do: 'echo-cwd' }),
  'echo-env': (rest) => ({ do: 'echo-env', names: rest.split(/\s+/).filter(Boolean) }),
};

function textAndPause(rest: string): { text?: string; pauseMs?: number } {
  const { words, pause } = withOptions(rest, ['pause']);
  return {
    ...(words !== '' && { text: withEscapes(words) }),
    ...(pause !== undefined && { pauseMs: numberIn('pause', pause) }),
  };
}

/** Takes `name=value` words of these names out of the text. */
function withOptions<Name extends string>(
  rest: string,
  names: readonly Name[],
): { words: string } & Partial<Record<Name, string>> {
  const options: Partial<Record<Name, string>> = {};
  const words = rest.split(' ').filter((word) => {
    const name = names.find((candidate) => word.startsWith(`${candidate}=`));
    if (name) options[name] = word.slice(name.length + 1);
    return !name;
  });
  return { ...options, words: words.join(' ') };
}

function firstWord(text: string): [string, string] {
  const [, word = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(text) ?? [];
  return [word, rest];
}

function numberIn(where: string, text: string | undefined): number {
  const value = Number(text);
  if (text === undefined || text === '' || Number.isNaN(value)) {
    throw new ScriptError(`The fake agent's step "${where}" needs a number, not "${text ?? ''}".`);
  }
  return value;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', e: '\x1b', a: '\x07' };

/** `\n \r \t \e \a`, `\x1b`, `\u{1f600}`; any other escaped character stands for itself. */
function withEscapes(text: string): string {
  return text.replace(/\\(?:x([0-9a-f]{2})|u\{([0-9a-f]+)\}|(.))/gis, (_all, hex, code, character) =>
    character === undefined
      ? String.fromCodePoint(Number.parseInt(hex ?? code, 16))
      : (ESCAPES[character] ?? character),
  );
}
