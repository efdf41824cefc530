import type { ContinuedConversation } from '@agentflow/plugin-sdk';
import type { DraftNode } from '../lower/draft-node.js';
import { reportFault } from '../node-type-fault.js';
import type { AgentSettings } from '../plan.js';
import type { ProblemList } from '../problem.js';
import { type AdapterAnswers, ANY_CONVERSATION } from './adapter-answers.js';

/** A node type that goes on with a conversation, as a loop does, has an adapter that can. */
export async function checkConversation(
  draft: DraftNode,
  agent: AgentSettings,
  { answers, problems }: { answers: AdapterAnswers; problems: ProblemList },
): Promise<void> {
  const wish = wishOf(draft, problems);
  if (!wish) return;
  const { node, noun, path, adapterPath } = draft;
  const { required, hint } = wish;
  const answer = await answers.to(agent, { resume: ANY_CONVERSATION });
  // Nobody asked for a default: a plugin that cannot be loaded is told when it is needed.
  if (required) answers.reportFailure(answer, agent, { adapterPath, problems });
  if (!answer.unsupported.includes('resume')) return;
  const name = `${noun.toLowerCase()} "${node.id}"`;
  const consequence = required ? `which ${name} asks for` : `so ${name} begins a new one each time`;
  const message = `The adapter "${agent.adapter}" cannot continue a conversation, ${consequence}.`;
  const severity = required ? 'error' : 'warning';
  problems.add({ code: 'unsupported-option', severity, path: [...path, ...wish.path], at: 'key', message, hint });
}

function wishOf({ node, type, path }: DraftNode, problems: ProblemList): ContinuedConversation | undefined {
  if (node.config === undefined) return undefined;
  try {
    return type.continuesConversation?.(node.config);
  } catch (error) {
    reportFault(error, { typeName: node.type, path, problems });
    return undefined;
  }
}
