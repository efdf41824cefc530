import type { SessionEvent } from '../events.js';
import { SESSION_STATUSES, TASK_STATUSES } from '../types.js';
import { FieldError, Fields } from './json-fields.js';
import { readStage, readWorkflow } from './session-json.js';

/** Refuses an event from a file when what a session is made of is not there: the line is JSON, but damaged. */
export function checkStoredEvent(event: SessionEvent): void {
  const fields = new Fields(event, '');
  if (event.type === 'session.started') {
    checkShape(fields);
    fields.textMap('inputs');
  }
  if (event.type === 'session.resumed') fields.strings('pending');
  if (event.type === 'session.resumed' && event.accepted !== undefined) checkShape(fields.object('accepted'));
  if (event.type === 'session.finished') fields.oneOf('status', SESSION_STATUSES);
  if (event.type === 'task.finished') fields.oneOf('status', TASK_STATUSES);
}

function checkShape(fields: Fields): void {
  readWorkflow(fields.object('workflow'));
  const stages = fields.array('stages').map(readStage);
  fields.array('tasks').forEach((value, index) => {
    const task = new Fields(value, `task ${index + 1}`);
    const [id, stage] = [task.string('id'), task.count('stage')];
    if (stage >= stages.length)
      throw new FieldError(`"stage" of task "${id}" is not one of the ${stages.length} stages`);
  });
}
