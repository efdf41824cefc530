import {
  type AgentObserver,
  EndingRecord,
  parseRecord,
  recordOf,
  type StreamRecord,
  textOf,
  watchScreen,
} from '@agentflow/plugin-sdk';
import { eventsOf } from './events.js';
import { InterimUsage } from './interim-usage.js';
import { questionOn } from './screen.js';
import { toolCallsOf } from './tools.js';
import { judge } from './verdict.js';

/** Watches one process of claude. */
export function observeClaude(): AgentObserver {
  const toolNames = new Map<string, string>();
  const known = new EndingRecord(NEEDS_A_PERSON);
  const interim = new InterimUsage();
  return {
    onOutput({ stream, clean }) {
      if (stream === 'stderr') known.complain(clean);
    },
    onLine(line, host) {
      const record = parseRecord(line);
      if (!record) return known.complain(`${line}\n`);
      for (const [id, name] of toolCallsOf(record)) toolNames.set(id, name);
      known.complain(errorCodeOf(record));
      for (const event of [...eventsOf(record, toolNames), ...interim.after(record)]) {
        known.remember(event);
        host.emit(event);
      }
    },
    onScreen: watchScreen(questionOn),
    judge: (exit) => judge(known.at(exit)),
  };
}

/**
 * Tools that only ask the person. Headless claude always refuses them, `ExitPlanMode` even under
 * `--dangerously-skip-permissions` (anthropics/claude-code#25627), and the answer is whole without them.
 */
const NEEDS_A_PERSON = ['AskUserQuestion', 'EnterPlanMode', 'ExitPlanMode'];

/** A code such as `authentication_failed`, which outlives changes of the error's wording. */
function errorCodeOf(record: StreamRecord): string {
  if (record.type === 'assistant' && record.error !== undefined) return `${textOf(record.error)}\n`;
  if (record.type !== 'rate_limit_event') return '';
  return recordOf(record.rate_limit_info).status === 'rejected' ? 'rate limit reached\n' : '';
}
