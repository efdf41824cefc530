import type { Invocation } from './command-line.js';
import type { Conversation, Conversations } from './conversations.js';
import type { Input } from './input.js';
import { exitProcess, write } from './output.js';
import { type Script, scriptOfEnvironment, scriptOfPrompt, stepsOf } from './script.js';
import type { Step } from './step.js';
import { Turn } from './turn.js';
import { type TurnContext, usageOf } from './turn-context.js';
import type { Voice } from './voices/voice.js';

export interface AgentOptions {
  readonly invocation: Invocation;
  readonly argv: readonly string[];
  readonly input: Input;
  readonly environment: NodeJS.ProcessEnv;
  readonly conversations: Conversations;
  readonly conversation: Conversation;
  readonly voice: Voice;
}

/** One process of the agent: its turns, and what it remembers of them. */
export class Agent {
  readonly invocation: Invocation;
  readonly input: Input;
  readonly #options: AgentOptions;
  readonly #voice: Voice;
  readonly #script: Script;
  #conversation: Conversation;

  constructor(options: AgentOptions) {
    const { invocation, input, environment, conversation, voice } = options;
    this.#options = options;
    this.invocation = invocation;
    this.input = input;
    this.#conversation = conversation;
    this.#voice = voice;
    this.#script = environment.AGENTFLOW_FAKE_SCRIPT
      ? scriptOfEnvironment(environment.AGENTFLOW_FAKE_SCRIPT)
      : scriptOfPrompt(invocation.prompt ?? '');
  }

  get conversationId(): string {
    return this.#conversation.id;
  }

  nextTurn(prompt: string, report: TurnContext['report'] = () => {}): TurnContext {
    const { invocation, input } = this;
    const { id, prompts } = this.#conversation;
    const { model } = invocation;
    const session = { type: 'session', conversationId: id, ...(model !== undefined && { model }) } as const;
    const context: TurnContext = {
      invocation,
      input,
      prompt,
      report,
      argv: this.#options.argv,
      voice: this.#voice,
      number: prompts.length + 1,
      turn: new Turn(session, (event) => void write('stdout', this.#voice.tell(event))),
      exit: async (code) => {
        if (code === 0) this.finish(context);
        return exitProcess(code);
      },
    };
    return context;
  }

  /** What the script says about the turn that the launch asked for. */
  steps(number: number): readonly Step[] | undefined {
    return stepsOf(this.#script, number);
  }

  /** What to do about a line that was typed later: what it says itself, or a turn of its own in the script. */
  stepsForLine({ prompt, number }: TurnContext): readonly Step[] | undefined {
    return stepsOf(scriptOfPrompt(prompt), number) ?? this.#script.get(number);
  }

  /** Tells the end of the turn and remembers it. */
  finish(context: TurnContext): void {
    context.turn.finish(usageOf(context));
    this.#conversation = { ...this.#conversation, prompts: [...this.#conversation.prompts, context.prompt] };
    this.#options.conversations.save(this.#conversation);
  }
}
