import type { AnsiStep, SpawnChildStep, Step, ToolState } from './fake-agent/step.js';

/** The steps of the fake agent, typed: `fakeScript(fake.print('hello'), fake.exit(3))`. */
export const fake = {
  /** A line of stdout. */
  print: (text: string) => step({ do: 'print', text }),
  /** Exactly these bytes on stdout. */
  write: (text: string) => step({ do: 'write', text }),
  stderr: (text: string) => step({ do: 'stderr', text }),
  ansi: (text: string, how: Omit<AnsiStep, 'do' | 'text'> = {}) => step({ do: 'ansi', text, ...how }),
  /** A message of the agent, in the words of its protocol. The last ones are its answer. */
  say: (text: string) => step({ do: 'say', text }),
  /** What it would answer without a script. */
  answer: () => step({ do: 'answer' }),
  /** Tells the result, a success: for what still happens after it. */
  finish: () => step({ do: 'finish' }),
  /** Shows a question and waits for a line, which is `{reply}` in the texts that follow. */
  ask: (question: string) => step({ do: 'ask', question }),
  sleep: (ms: number) => step({ do: 'sleep', ms }),
  tool: (name: string, about: { detail?: string; state?: ToolState } = {}) => step({ do: 'tool', name, ...about }),
  usage: (inputTokens: number, outputTokens: number, costUsd: number | null = null) =>
    step({ do: 'usage', inputTokens, outputTokens, costUsd }),
  retryEvent: (reason: string, about: { attempt?: number; delayMs?: number } = {}) =>
    step({ do: 'retry-event', reason, ...about }),
  rateLimitEvent: (message: string) => step({ do: 'rate-limit-event', message }),
  /** A result that is an error; the exit code stays 1 unless `exit` says otherwise. */
  errorEvent: (message: string) => step({ do: 'error-event', message }),
  spawnChild: (about: Partial<Omit<SpawnChildStep, 'do'>> = {}) => step({ do: 'spawn-child', seconds: 60, ...about }),
  /** TERM, INT, HUP and QUIT unless told otherwise. */
  ignoreSignals: (...signals: NodeJS.Signals[]) =>
    step({ do: 'ignore-signals', ...(signals.length > 0 && { signals }) }),
  splitUtf8: (text?: string, pauseMs?: number) => step({ do: 'split-utf8', ...textAndPause(text, pauseMs) }),
  splitAnsi: (text?: string, pauseMs?: number) => step({ do: 'split-ansi', ...textAndPause(text, pauseMs) }),
  /** So many bytes of `floodContent`. */
  flood: (bytes: number) => step({ do: 'flood', bytes }),
  /** A message of so many bytes of `floodContent`. */
  sayFlood: (bytes: number) => step({ do: 'say-flood', bytes }),
  /** A byte per interval, of a second unless told otherwise. */
  drip: (text: string, intervalMs?: number) =>
    step({ do: 'drip', text, ...(intervalMs !== undefined && { intervalMs }) }),
  crash: (how: 'kill' | 'uncaught' | 'abort' = 'kill') => step({ do: 'crash', how }),
  exit: (code = 0) => step({ do: 'exit', code }),
  /** Uses the tool `Write`, inside the working folder. */
  writeFile: (path: string, text: string) => step({ do: 'write-file', path, text }),
  hang: () => step({ do: 'hang' }),
  /** From here on a terminal hands over keys as they are pressed. */
  rawMode: () => step({ do: 'raw-mode' }),
  echoArgs: () => step({ do: 'echo-args' }),
  echoCwd: () => step({ do: 'echo-cwd' }),
  echoEnv: (...names: string[]) => step({ do: 'echo-env', names }),
} as const;

/** Steps as the value of `AGENTFLOW_FAKE_SCRIPT`; several lists are the turns of a conversation. */
export function fakeScript(...steps: readonly (Step | readonly Step[])[]): string {
  return JSON.stringify(steps);
}

/** Steps as a part of a prompt, for turn `turn` of the conversation and later. */
export function fakePrompt(steps: readonly Step[], turn = 1): string {
  return [`\`\`\`fake ${turn}`, ...steps.map((each) => JSON.stringify(each)), '```', ''].join('\n');
}

function step(value: Step): Step {
  return value;
}

function textAndPause(text: string | undefined, pauseMs: number | undefined): { text?: string; pauseMs?: number } {
  return { ...(text !== undefined && { text }), ...(pauseMs !== undefined && { pauseMs }) };
}
