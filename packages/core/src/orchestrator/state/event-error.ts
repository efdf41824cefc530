export type EventErrorCode = 'unknown-task' | 'unknown-event' | 'not-started' | 'already-started';

/** An event that cannot have happened to this session: a bug, or a damaged journal. */
export class EventError extends Error {
  override readonly name = 'EventError';
  readonly code: EventErrorCode;

  constructor(code: EventErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Ends a switch over events: a new type must break the build, one from a newer version is refused. */
export function unknownEvent(event: never): never {
  const { type } = event as { type: unknown };
  throw new EventError('unknown-event', `there is no event "${String(type)}"`);
}
