import type { FakeAgent, TaskFields } from '../rig/fake-agent.js';
import type { Launch } from '../rig/fake-agent-launch.js';

/** A node of any type that runs an agent of the test, without the prompt of a task. */
export function agentNode(agent: FakeAgent, fields: TaskFields): TaskFields {
  const { prompt: _prompt, ...node } = agent.task;
  return { ...node, ...fields };
}

/** Lets an agent answer and end. */
export async function answer(launch: Launch, text: string): Promise<void> {
  await launch.say(text);
  await launch.exit(0);
}

/** The conversation that an agent was told to continue; undefined when it began one. */
export function continued({ argv }: Launch): string | undefined {
  return argv.find((argument) => argument.startsWith('--resume='))?.slice('--resume='.length);
}
