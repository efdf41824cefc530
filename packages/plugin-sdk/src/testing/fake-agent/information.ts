import { readFileSync } from 'node:fs';
import type { Personality } from './command-line.js';

export function versionOf(as: Personality): string {
  if (as === 'claude') return '2.1.197 (Claude Code)';
  if (as === 'gemini') return '0.61.0';
  const manifest = new URL('../../../package.json', import.meta.url);
  return `agentflow-fake-agent ${JSON.parse(readFileSync(manifest, 'utf8')).version}`;
}

export const HELP = `agentflow-fake-agent [--as plain|claude|gemini] [FLAGS] [--] [PROMPT]

Stands in for the command line of an AI agent. It needs no account and no network.

  --headless             answer and exit, with one JSON event per line (with --text: the answer alone)
  --model NAME           shown, and otherwise without effect
  --permissions LEVEL    read-only, ask, edits or full; read-only refuses write-file
  --allowed-tools A,B    refuse every other tool
  --denied-tools A,B     refuse these tools
  --session-id ID        begin a conversation of this id
  --resume ID            go on with a conversation
  --output-schema JSON   answer JSON that fits this schema

With --as claude or --as gemini, or when called by that name, it takes the flags of that program and
prints its events.

A script says what to do instead of answering:
  in the prompt          fake: print hello; exit 3        (fake 2: … is for the second turn and later)
  in the environment     AGENTFLOW_FAKE_SCRIPT='["print hello","exit 3"]', or the path of a file
  live                   AGENTFLOW_FAKE_SOCKET=PATH of a socket on which a test listens

A line "fake turn N", or "fake turn FILE" for a file that counts the launches, says which turn it is.
AGENTFLOW_FAKE_HOME is where conversations are kept, AGENTFLOW_FAKE_PACE the milliseconds between two
lines of an answer.

Steps: print, write, stderr, say, answer, finish, ask, ansi, sleep, tool, usage, retry-event,
rate-limit-event, error-event, spawn-child, ignore-signals, split-utf8, split-ansi, flood, say-flood,
drip, crash, exit, write-file, hang, raw-mode, echo-args, echo-cwd, echo-env`;
