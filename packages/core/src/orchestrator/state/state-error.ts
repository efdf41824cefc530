/** What went wrong with the files of a session; `docs/errors.md` explains each. */
export type StateErrorCode =
  | 'state-write'
  | 'state-read'
  | 'state-damaged'
  | 'state-locked'
  | 'no-session'
  | 'session-exists'
  | 'ambiguous-session'
  | 'bad-session-id';

export interface StateErrorDetails {
  readonly code: StateErrorCode;
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  readonly hint?: string | undefined;
  readonly holder?: LockHolder | undefined;
  readonly cause?: unknown;
}

/** The living process that has a lock. */
export interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** What it said about itself when it took the lock. */
  readonly about?: string | undefined;
}

/** Trouble with a stored session. The message names the place and the reason; the hint says what to do. */
export class StateError extends Error {
  override readonly name = 'StateError';
  readonly code: StateErrorCode;
  readonly path: string | undefined;
  readonly line: number | undefined;
  readonly hint: string | undefined;
  /** Of `state-locked`: who has the lock. */
  readonly holder: LockHolder | undefined;

  constructor(message: string, { code, path, line, hint, holder, cause }: StateErrorDetails) {
    super(message, { cause });
    this.code = code;
    this.path = path;
    this.line = line;
    this.hint = hint;
    this.holder = holder;
  }
}

/** A failed write of the file system as the error that is shown. */
export function writeError(path: string, cause: unknown): StateError {
  if (cause instanceof StateError) return cause;
  return new StateError(`Cannot write ${path}: ${reasonOf(cause)}.`, {
    code: 'state-write',
    path,
    hint: 'Make the folder writable or free some space; the session can then be resumed.',
    cause,
  });
}

/** The same trouble with the name that a person knows the place by. */
export function writeErrorAt(path: string, error: unknown): unknown {
  return error instanceof StateError && error.code === 'state-write' ? writeError(path, error.cause) : error;
}

/** A file that a task's output could not be kept in, as the error that is shown; anything else stays what it is. */
export function savingError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StateError) return error;
  const { code, path, cause } = error as NodeJS.ErrnoException;
  return code !== undefined && path !== undefined ? writeError(path, cause ?? error) : error;
}

/** A failed read of the file system as the error that is shown. */
export function readError(path: string, cause: unknown): StateError {
  if (cause instanceof StateError) return cause;
  const hint = 'Make the file readable for you.';
  return new StateError(`Cannot read ${path}: ${reasonOf(cause)}.`, { code: 'state-read', path, hint, cause });
}

export function damagedError(path: string, problem: string, line?: number): StateError {
  const place = line === undefined ? path : `${path}:${line}`;
  return new StateError(`${place} is damaged: ${problem}.`, {
    code: 'state-damaged',
    path,
    line,
    hint: 'The file was left as it is. Repair it by hand, or start a new session.',
  });
}

/** Whether the error is a file system's with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && codes.includes((error as NodeJS.ErrnoException).code ?? '');
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file is larger than allowed',
  EIO: 'the device reports an input/output error',
  EISDIR: 'it is a folder',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'no such file or folder',
  ENOSPC: 'no space left on the device',
  ENOTDIR: 'a part of the path is not a folder',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
};

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const known = REASONS[(cause as NodeJS.ErrnoException).code ?? ''];
  // Node writes "EBUSY: resource busy or locked, open '/path'"; the path is named already.
  return known ?? /^[A-Z]+: (.+?), \w+/.exec(cause.message)?.[1] ?? cause.message;
}
