import type { AgentEvent, AgentObserver } from '@agentflow/plugin-sdk';
import { createAnswer } from './answer.js';
import { complaintOf, eventsOf, toolCallOf } from './events.js';
import { createRetryReader } from './retries.js';
import { watchScreen } from './screen.js';
import { parseLine } from './stream-record.js';
import { type Ending, judge } from './verdict.js';

/** Watches one process of gemini. */
export function observeGemini(): AgentObserver {
  const answer = createAnswer();
  const retriesIn = createRetryReader();
  const toolNames = new Map<string, string>();
  const refusedTools = new Set<string>();
  let complaints = '';
  let result: Ending['result'];
  let outputTokens: number | null = null;

  const complain = (text: string) => {
    complaints = (complaints + text).slice(-COMPLAINTS_LENGTH);
  };
  const remember = (event: AgentEvent) => {
    answer.add(event);
    if (event.type === 'result') result = event;
    if (event.type === 'usage') outputTokens = event.outputTokens;
    if (event.type === 'tool' && event.state === 'refused' && !NEEDS_A_PERSON.has(event.name)) {
      refusedTools.add(event.name);
    }
  };

  return {
    onOutput({ stream, clean }, host) {
      if (stream !== 'stderr') return;
      complain(clean);
      for (const retry of retriesIn(clean)) host.emit(retry);
    },
    onLine(line, host) {
      const record = parseLine(line);
      const complaint = record ? complaintOf(record) : line;
      if (complaint !== '') complain(`${complaint}\n`);
      if (!record) return;
      const call = toolCallOf(record);
      if (call) toolNames.set(...call);
      for (const told of eventsOf(record, toolNames)) {
        const event = told.type === 'result' && told.ok ? { ...told, text: answer.text() } : told;
        remember(event);
        host.emit(event);
      }
    },
    onScreen: watchScreen(),
    judge: (exit) => judge({ exit, result, outputTokens, refusedTools: [...refusedTools], complaints }),
  };
}

const COMPLAINTS_LENGTH = 8_000;

/** Tools that only ask the person; a headless answer is whole without them. */
const NEEDS_A_PERSON: ReadonlySet<string> = new Set(['ask_user', 'enter_plan_mode', 'exit_plan_mode']);
