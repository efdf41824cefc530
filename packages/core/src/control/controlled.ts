import type { Answer } from '@agentflow/plugin-sdk';
import type { TerminalSize, TerminalViewer } from '../orchestrator/engine/attempt.js';

/** A person in the terminal of a task. */
export interface AttachedTerminal {
  /** Keys as the terminal sends them. */
  type(keys: string): void;
  resize(size: TerminalSize): void;
  detach(): void;
}

/** What others may do with a live session. Each throws when it cannot be done, with a message for a person. */
export interface Controlled {
  cancel(reason: string): void;
  /** A text that `continues` the one before is not recorded. */
  send(taskId: string, text: string, continues?: boolean): void;
  completeTask(taskId: string): void;
  answer(taskId: string, answer: Answer): void;
  attach(taskId: string, viewer: TerminalViewer, size: TerminalSize | null): AttachedTerminal;
}
