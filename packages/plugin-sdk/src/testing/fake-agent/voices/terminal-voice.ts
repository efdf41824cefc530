import type { AgentEvent } from '../../../agent-events.js';
import type { Voice, VoiceOptions } from './voice.js';
import { wrap } from './wrap.js';

type Asking = Voice['ask'];

/** What a person sees in a terminal, however narrow. */
export function createTerminalVoice({ invocation, columns }: VoiceOptions): Voice {
  const line = (text: string) => `${wrap(text, columns()).join('\n')}\n`;
  const tell = (event: AgentEvent): string => {
    switch (event.type) {
      case 'message':
        return event.delta ? wrap(event.text, columns()).join('\n') : line(event.text);
      case 'tool':
        return event.state === 'finished' ? '' : line(toolLine(event));
      case 'retry':
        return line(`Trying again: ${event.reason}`);
      case 'rate-limit':
        return line(event.message);
      case 'result':
        return event.ok ? '' : line(`Error: ${event.text}`);
      case 'session':
      case 'usage':
        return '';
    }
  };
  return { tell, ask: ASKING[invocation.as](columns) };
}

function toolLine({ name, state, detail }: Extract<AgentEvent, { type: 'tool' }>): string {
  const what = [name, detail].filter(Boolean).join(': ');
  return state === 'started' ? `* ${what}` : `* ${state}: ${what}`;
}

const ASKING: Readonly<Record<VoiceOptions['invocation']['as'], (columns: () => number) => Asking>> = {
  plain: (columns) => (question) => ({ show: `${wrap(`? ${question}`, columns()).join('\n')}\n> `, clear: '' }),
  claude: (columns) => dialog(columns, (question) => [question, '❯ 1. Yes', '  2. No', 'Esc to cancel']),
  gemini: (columns) => dialog(columns, (question) => [question, '● 1. Allow once', '  2. No (esc)']),
};

/** Lines that vanish with the answer, as those CLIs' dialogs do. The echo of the answer is one line more. */
function dialog(columns: () => number, draw: (question: string) => string[]): Asking {
  return (question) => {
    const lines = draw(question).flatMap((text) => wrap(text, columns()));
    return { show: lines.map((text) => `${text}\n`).join(''), clear: `\x1b[${lines.length + 1}A\x1b[0J` };
  };
}
