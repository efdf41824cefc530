import { Agent } from './agent.js';
import type { Invocation } from './command-line.js';
import { type Conversation, Conversations } from './conversations.js';
import type { Input } from './input.js';
import { runSteps, WORK } from './run-step.js';
import { turnOfPrompt } from './script.js';
import { createVoice } from './voices/voice.js';

export interface Start {
  readonly invocation: Invocation;
  readonly argv: readonly string[];
  readonly input: Input;
  readonly environment: NodeJS.ProcessEnv;
}

/** Plays the agent from its launch to its exit. */
export async function startAgent(start: Start): Promise<void> {
  const { invocation, environment } = start;
  const conversations = new Conversations(environment.AGENTFLOW_FAKE_HOME);
  const conversation = openConversation(invocation, conversations);
  if (typeof conversation === 'string') {
    return (await import('./refuse-conversation.js')).refuseConversation(invocation, conversation);
  }
  const columns = () => process.stdout.columns ?? DEFAULT_COLUMNS;
  const voice = await createVoice({ invocation, conversationId: conversation.id, columns });
  const agent = new Agent({ ...start, conversations, conversation, voice });
  const socketPath = environment.AGENTFLOW_FAKE_SOCKET;
  if (socketPath) return (await import('./live.js')).obey(agent, { socketPath, argv: start.argv });
  return invocation.headless ? work(agent) : (await import('./dialogue.js')).converse(agent);
}

const DEFAULT_COLUMNS = 80;

async function work(agent: Agent): Promise<void> {
  const prompt = agent.invocation.prompt ?? '';
  const context = agent.nextTurn(prompt);
  await runSteps(agent.steps(turnOfPrompt(prompt) ?? context.number) ?? WORK, context);
  await context.exit(context.turn.hasFailed ? 1 : 0);
}

/** The conversation to go on with, or a new one; the id of one that is refused. */
function openConversation(invocation: Invocation, conversations: Conversations): Conversation | string {
  const { resume, conversationId } = invocation;
  const cwd = process.cwd();
  if (resume !== undefined) {
    const found = conversations.find(resume);
    return found?.cwd === cwd ? found : resume;
  }
  if (conversationId !== undefined && conversations.find(conversationId)) return conversationId;
  const conversation = { id: conversationId ?? crypto.randomUUID(), cwd, prompts: [] };
  conversations.save(conversation);
  return conversation;
}
