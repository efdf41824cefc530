import type { AgentEvent, AgentObserver } from '@agentflow/plugin-sdk';
import { eventsOf } from './events.js';
import { watchScreen } from './screen.js';
import { parseLine, recordOf, type StreamRecord, textOf } from './stream-record.js';
import { toolCallsOf } from './tools.js';
import { type Ending, judge } from './verdict.js';

/** Watches one process of claude. */
export function observeClaude(): AgentObserver {
  const toolNames = new Map<string, string>();
  const refusedTools = new Set<string>();
  let complaints = '';
  let result: Ending['result'];
  let outputTokens: number | null = null;
  let limitResetsAt: string | undefined;

  const complain = (text: string) => {
    complaints = (complaints + text).slice(-COMPLAINTS_LENGTH);
  };
  const remember = (event: AgentEvent) => {
    if (event.type === 'result') result = event;
    if (event.type === 'usage') outputTokens = event.outputTokens;
    if (event.type === 'rate-limit') limitResetsAt = event.resetsAt;
    if (event.type === 'tool' && event.state === 'refused' && !NEEDS_A_PERSON.has(event.name)) {
      refusedTools.add(event.name);
    }
  };

  return {
    onOutput({ stream, clean }) {
      if (stream === 'stderr') complain(clean);
    },
    onLine(line, host) {
      const record = parseLine(line);
      if (!record) return complain(`${line}\n`);
      for (const [id, name] of toolCallsOf(record)) toolNames.set(id, name);
      complain(errorCodeOf(record));
      for (const event of eventsOf(record, toolNames)) {
        remember(event);
        host.emit(event);
      }
    },
    onScreen: watchScreen(),
    judge: (exit) => judge({ exit, result, outputTokens, refusedTools: [...refusedTools], limitResetsAt, complaints }),
  };
}

const COMPLAINTS_LENGTH = 8_000;

/**
 * Tools that only ask the person. Headless claude always refuses them, `ExitPlanMode` even under
 * `--dangerously-skip-permissions` (anthropics/claude-code#25627), and the answer is whole without them.
 */
const NEEDS_A_PERSON: ReadonlySet<string> = new Set(['AskUserQuestion', 'EnterPlanMode', 'ExitPlanMode']);

/** A code such as `authentication_failed`, which outlives changes of the error's wording. */
function errorCodeOf(record: StreamRecord): string {
  if (record.type === 'assistant' && record.error !== undefined) return `${textOf(record.error)}\n`;
  if (record.type !== 'rate_limit_event') return '';
  return recordOf(record.rate_limit_info).status === 'rejected' ? 'rate limit reached\n' : '';
}
