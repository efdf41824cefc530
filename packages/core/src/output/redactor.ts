import { RedactionBuffer } from './redaction-buffer.js';

export { collectSecrets } from './secrets.js';

/** Replaces secrets by `***`: of those that begin at the same place the longest, otherwise the first. */
export interface Redactor {
  /** There is nothing to hide: everything is returned as it came, the very same buffer. */
  readonly isEmpty: boolean;
  /** For a whole text. */
  text(text: string): string;
  /** For bytes that come in pieces; one per stream of output. */
  stream(): RedactionStream<Buffer>;
  /** For text that comes in pieces. */
  textStream(): RedactionStream<string>;
}

/** Holds back only what could still become a secret. */
export interface RedactionStream<T> {
  write(piece: T): T;
  /** What was held back. */
  end(): T;
}

/** Makes what hides these secrets, in each form in which output may hold them. */
export function createRedactor(secrets: readonly string[]): Redactor {
  const forms = writtenForms(secrets);
  if (forms.length === 0) return NOTHING_TO_HIDE;
  const pattern = new RegExp(forms.map(escapeForPattern).join('|'), 'g');
  const needles = forms.map((form) => Buffer.from(form));
  return {
    isEmpty: false,
    text: (text) => text.replace(pattern, REPLACEMENT),
    stream: () => new RedactionBuffer(needles, Buffer.from(REPLACEMENT)),
    textStream: () => {
      const bytes = new RedactionBuffer(needles, Buffer.from(REPLACEMENT));
      // A secret begins and ends with whole characters, so no character is ever cut.
      return { write: (text) => bytes.write(Buffer.from(text)).toString(), end: () => bytes.end().toString() };
    },
  };
}

const REPLACEMENT = '***';

const NOTHING_TO_HIDE: Redactor = {
  isEmpty: true,
  text: (text) => text,
  stream: () => ({ write: (bytes) => bytes, end: () => Buffer.alloc(0) }),
  textStream: () => ({ write: (text) => text, end: () => '' }),
};

/** A secret as it is, as a terminal prints its line breaks, and as JSON quotes it; longest first. */
function writtenForms(secrets: readonly string[]): string[] {
  const forms = secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, secret.replace(/\r?\n/g, '\r\n'), JSON.stringify(secret).slice(1, -1)]);
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

function escapeForPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
