import type { SessionEventBody } from '../events.js';
import type { WorkflowSession } from '../types.js';

/** What a session was given by the person who started it. */
export type Given = Pick<WorkflowSession, 'goal' | 'arguments' | 'inputs'>;

export function givenOf({ goal, arguments: words, inputs }: Given): Given {
  return { goal, arguments: words, inputs };
}

/** A value that a later run of the session has to know as it really is; the owner is a task, or empty. */
interface Needed {
  readonly owner: string;
  readonly value: unknown;
}

/** What an event makes of such a value; undefined for most events. `before` is what was given so far. */
export function neededToGoOn(event: SessionEventBody, before: () => Given): Needed | undefined {
  switch (event.type) {
    case 'session.started':
      return { owner: '', value: givenOf(event) };
    case 'session.resumed': {
      const given = before();
      return { owner: '', value: { ...given, inputs: { ...given.inputs, ...event.inputs } } };
    }
    case 'task.saved':
      return { owner: event.taskId, value: event.state };
    default:
      return undefined;
  }
}
