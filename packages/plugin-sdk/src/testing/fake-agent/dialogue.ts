import type { Agent } from './agent.js';
import { exitProcess, write } from './output.js';
import { runSteps, WORK } from './run-step.js';
import { turnOfPrompt, withoutScript } from './script.js';
import type { TurnContext } from './turn-context.js';

/** Talks to a person until they leave with `/quit` or Ctrl-D. */
export async function converse(agent: Agent): Promise<void> {
  const { prompt } = agent.invocation;
  const first = agent.nextTurn(prompt ?? '');
  await greet(first);
  if (prompt !== undefined) {
    await runSteps(agent.steps(turnOfPrompt(prompt) ?? first.number) ?? WORK, first);
    agent.finish(first);
  }
  for (;;) {
    await write('stdout', '\n> ');
    const line = await agent.input.nextLine();
    if (line === undefined || line.trim() === '/quit') return leave(line === undefined);
    if (line.trim() !== '') await reply(agent, line);
  }
}

async function greet({ invocation, number, prompt, voice }: TurnContext): Promise<void> {
  const say = (text: string) => write('stdout', voice.tell({ type: 'message', text }));
  await say(number > 1 ? 'Welcome back. Where were we?' : GREETINGS[invocation.as]);
  await say('Type a line, or /quit to leave.');
  const task = withoutScript(prompt);
  if (task !== '') await say(`\n> ${task}\n`);
}

const GREETINGS = {
  plain: 'Hello, I am the demo agent. I need no account.',
  claude: 'Welcome to Claude Code (fake)!',
  gemini: 'Welcome to Gemini CLI (fake)!',
} as const;

async function reply(agent: Agent, line: string): Promise<void> {
  const context = agent.nextTurn(line);
  const steps = agent.stepsForLine(context);
  if (steps) await runSteps(steps, context);
  else context.turn.say(`You said: ${line}`);
  agent.finish(context);
}

async function leave(isEndOfInput: boolean): Promise<void> {
  await write('stdout', isEndOfInput ? '\nBye.\n' : 'Bye.\n');
  await exitProcess(0);
}
