import { type AgentObserver, EndingRecord, parseRecord, watchScreen } from '@agentflow/plugin-sdk';
import { createAnswer } from './answer.js';
import { complaintOf, eventsOf, toolCallOf } from './events.js';
import { createRetryReader } from './retries.js';
import { questionOn } from './screen.js';
import { judge } from './verdict.js';

/** Watches one process of gemini. */
export function observeGemini(): AgentObserver {
  const answer = createAnswer();
  const retriesIn = createRetryReader();
  const toolNames = new Map<string, string>();
  const known = new EndingRecord(NEEDS_A_PERSON);
  return {
    onOutput({ stream, clean }, host) {
      if (stream !== 'stderr') return;
      known.complain(clean);
      for (const retry of retriesIn(clean)) host.emit(retry);
    },
    onLine(line, host) {
      const record = parseRecord(line);
      const complaint = record ? complaintOf(record) : line;
      if (complaint !== '') known.complain(`${complaint}\n`);
      if (!record) return;
      const call = toolCallOf(record);
      if (call) toolNames.set(...call);
      for (const told of eventsOf(record, toolNames)) {
        const event = told.type === 'result' && told.ok ? { ...told, text: answer.text() } : told;
        for (const whole of answer.add(event)) host.emit(whole);
        known.remember(event);
        host.emit(event);
      }
    },
    onScreen: watchScreen(questionOn),
    judge: (exit) => judge(known.at(exit)),
  };
}

/** Tools that only ask the person; a headless answer is whole without them. */
const NEEDS_A_PERSON = ['ask_user', 'enter_plan_mode', 'exit_plan_mode'];
