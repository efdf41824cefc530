import type { AdapterFactory, AdapterHost, ExecutionMode, IAgentAdapter } from '../../adapter.js';
import type { AgentEvent } from '../../agent-events.js';

export function createUnderTest(
  factory: AdapterFactory,
  { name = 'conformance', settings }: { name?: string; settings?: unknown } = {},
): IAgentAdapter {
  return factory({ name, cwd: process.cwd(), env: {}, ...(settings !== undefined && { settings }) });
}

/** The modes the adapter has: one it lacks is refused with an error, whatever the prompt. */
export function modesOf(adapter: IAgentAdapter): ExecutionMode[] {
  return (['interactive', 'headless'] as const).filter((mode) => {
    try {
      adapter.getLaunchConfig(mode, 'x');
      return true;
    } catch {
      return false;
    }
  });
}

/** A host that remembers what it was told. */
export class RecordingHost implements AdapterHost {
  readonly events: AgentEvent[] = [];
  readonly questions: string[] = [];
  timesWorking = 0;

  emit(event: AgentEvent): void {
    this.events.push(event);
  }

  needsInput(question: string): void {
    this.questions.push(question);
  }

  working(): void {
    this.timesWorking += 1;
  }
}
