import { type AgentEvent, type AgentObserver, watchScreen } from '@agentflow/plugin-sdk';
import { parseDemoLine } from './demo-events.js';
import { questionOn } from './demo-screen.js';
import { type DemoEnding, judgeDemo } from './demo-verdict.js';

/** Watches one process of the demo agent. */
export function observeDemo(): AgentObserver {
  const refusedTools = new Set<string>();
  let plain = '';
  let result: DemoEnding['result'];
  let complaints = '';

  const remember = (event: AgentEvent) => {
    if (event.type === 'result') result = event;
    if (event.type === 'tool' && event.state === 'refused') refusedTools.add(event.name);
  };

  return {
    onOutput({ stream, clean }) {
      if (stream === 'stderr') complaints = (complaints + clean).slice(-COMPLAINTS_LENGTH);
    },
    onLine(line, host) {
      const event = parseDemoLine(line);
      if (!event) {
        plain = `${plain}${line}\n`.slice(-PLAIN_LENGTH);
        return;
      }
      remember(event);
      host.emit(event);
    },
    onScreen: watchScreen(questionOn),
    judge: (exit) =>
      judgeDemo({ exit, result, refusedTools: [...refusedTools], plain: plain.slice(0, -1), complaints }),
  };
}

const COMPLAINTS_LENGTH = 8_000;
/** More than any answer, and less than the memory of this process. */
const PLAIN_LENGTH = 32 * 1024 * 1024;
