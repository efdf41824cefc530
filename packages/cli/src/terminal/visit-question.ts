import type { Orchestrator, SessionEvent } from '@agentflow/core';
import { shorten } from '../renderers/words.js';
import { plainLine } from '../sessions/text-layout.js';
import { askPerson, type Waiting } from './ask-person.js';
import { ShownQuestion } from './shown-question.js';
import type { StepOutKey } from './step-out-key.js';
import type { Terminal } from './terminal.js';

interface QuestionRequest {
  readonly orchestrator: Orchestrator;
  readonly waiting: Waiting;
  readonly terminal: Terminal;
  readonly stepOutKey: StepOutKey;
  /** Ends the visit from outside. */
  readonly signal: AbortSignal;
  /** Says something in the view. */
  tell(text: string): void;
}

/** Asks a person what a task wants to know; true when the key to step out is pressed instead. */
export async function visitQuestion(request: QuestionRequest): Promise<boolean> {
  const { orchestrator, waiting, terminal, stepOutKey, signal, tell } = request;
  const stepOut = new AbortController();
  const question = new ShownQuestion(terminal);
  let isAnsweredElsewhere = false;
  const onKey = (_text: string, { sequence = '' }: { sequence?: string }) => {
    if (!stepOutKey.sequences.includes(sequence)) return;
    question.remember();
    stepOut.abort();
  };
  terminal.input.on('keypress', onKey);
  try {
    await askPerson(orchestrator, waiting, {
      input: terminal.input,
      output: process.stderr,
      hint: `${stepOutKey.name} shows the progress`,
      write: (text) => question.write(text),
      onPrompt: (lines) => question.isFollowedBy(lines),
      onOver: (event) => {
        if (event.type !== 'task.answered') return;
        isAnsweredElsewhere = true;
        question.remember();
        tell(elsewhereWords(event));
      },
      signal: AbortSignal.any([stepOut.signal, signal]),
    });
  } finally {
    terminal.input.off('keypress', onKey);
  }
  if (stepOut.signal.aborted || isAnsweredElsewhere) question.erase();
  return stepOut.signal.aborted;
}

function elsewhereWords({ taskId, decision, message }: Extract<SessionEvent, { type: 'task.answered' }>): string {
  const how = [decision === 'approve' ? 'approved' : 'rejected', shorten(message)].filter(Boolean).join(' · ');
  return `${plainLine(taskId)} was answered elsewhere: ${how}`;
}
