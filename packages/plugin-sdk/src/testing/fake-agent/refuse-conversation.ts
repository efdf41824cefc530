import type { Invocation } from './command-line.js';
import { exitProcess, write } from './output.js';
import { UNKNOWN_CONVERSATION } from './voices/claude-voice.js';
import { createVoice } from './voices/voice.js';

/** Ends as the played CLI does when a conversation is unknown, belongs to another folder, or exists already. */
export async function refuseConversation(invocation: Invocation, id: string): Promise<void> {
  const isKnown = invocation.resume === undefined;
  const { message, exitCode } = REFUSALS[invocation.as](id, isKnown);
  await write('stderr', `${message}\n`);
  if (invocation.headless && invocation.as !== 'gemini' && !isKnown) {
    const voice = await createVoice({ invocation, conversationId: id, columns: () => 80 });
    await write('stdout', voice.tell({ type: 'result', ok: false, text: message }));
  }
  await exitProcess(exitCode);
}

type Refusal = (id: string, isKnown: boolean) => { message: string; exitCode: number };

const REFUSALS: Readonly<Record<Invocation['as'], Refusal>> = {
  plain: (id, isKnown) => ({
    message: isKnown ? `The conversation ${id} exists already.` : `There is no conversation ${id} in this folder.`,
    exitCode: 1,
  }),
  claude: (id, isKnown) => ({
    message: isKnown ? `Error: Session ID ${id} is already in use.` : `${UNKNOWN_CONVERSATION} ${id}`,
    exitCode: 1,
  }),
  gemini: (id, isKnown) => ({
    message: isKnown
      ? `Error: Session ID "${id}" already exists.`
      : `Error resuming session: Invalid session identifier "${id}".`,
    exitCode: 42,
  }),
};
