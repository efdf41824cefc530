import type { Diagnostic } from '@agentflow/plugin-sdk';

/** The workflow's file is not what the session was started with. */
export class WorkflowChangedError extends Error {
  override readonly name = 'WorkflowChangedError';
  readonly file: string;
  readonly changed: readonly string[];

  constructor(file: string, changed: readonly string[]) {
    super(`The workflow ${file} has changed since the session started: ${changed.join(', ')}.`);
    this.file = file;
    this.changed = changed;
  }
}

/** The workflow of a session cannot be read any more, for instance because a plugin is gone. */
export class WorkflowInvalidError extends Error {
  override readonly name = 'WorkflowInvalidError';
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];

  constructor(file: string, text: string, diagnostics: readonly Diagnostic[]) {
    super(`The workflow ${file} is not valid.`);
    this.text = text;
    this.diagnostics = diagnostics;
  }
}

/** The session was ended for good. */
export class SessionOverError extends Error {
  override readonly name = 'SessionOverError';

  constructor(id: string, reason: string | null) {
    super(`Session ${id} was cancelled${reason ? `: ${reason}` : ''}`);
  }
}

/** An input that the workflow does not declare. */
export class UnknownInputError extends Error {
  override readonly name = 'UnknownInputError';
  readonly input: string;
  readonly declared: readonly string[];

  constructor(input: string, declared: readonly string[]) {
    super(`The workflow has no input "${input}".`);
    this.input = input;
    this.declared = declared;
  }
}
