import type { AgentEvent } from '../../../agent-events.js';
import type { Invocation } from '../command-line.js';

/** How a personality tells what happens: the reverse of what its adapter reads. */
export interface Voice {
  /** The bytes for an event; some tell nothing at once. */
  tell(event: AgentEvent): string;
  /** What is shown for a question, and what takes it away again once it is answered. */
  ask(question: string): { readonly show: string; readonly clear: string };
}

export interface VoiceOptions {
  readonly invocation: Invocation;
  readonly conversationId: string;
  readonly columns: () => number;
}

/** Loads the words of one personality only, to start fast. */
export async function createVoice(options: VoiceOptions): Promise<Voice> {
  const { as, headless, output } = options.invocation;
  if (!headless) return (await import('./terminal-voice.js')).createTerminalVoice(options);
  const voice = await HEADLESS[as](options);
  if (output === 'events') return voice;
  return {
    tell: (event) => {
      const told = voice.tell(event);
      if (event.type !== 'result' || output === 'nothing') return '';
      return output === 'result' ? told : `${event.text}\n`;
    },
    ask: voice.ask,
  };
}

const HEADLESS: Readonly<Record<Invocation['as'], (options: VoiceOptions) => Promise<Voice>>> = {
  plain: async () => createPlainVoice(),
  claude: async (options) => (await import('./claude-voice.js')).createClaudeVoice(options),
  gemini: async (options) => (await import('./gemini-voice.js')).createGeminiVoice(options),
};

/** AgentFlow's own agent events, one JSON object per line. */
function createPlainVoice(): Voice {
  const tell = (event: AgentEvent) => `${JSON.stringify(event)}\n`;
  return { tell, ask: (question) => ({ show: tell({ type: 'message', text: question }), clear: '' }) };
}
