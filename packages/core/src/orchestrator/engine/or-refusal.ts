import { BadReferenceError } from './bad-reference-error.js';

/** A text made of values, or why it cannot be made: one may be unreadable, or all together longer than any text can be. */
export function orRefusal<T>(make: () => T): T | { readonly ok: false; readonly message: string } {
  try {
    return make();
  } catch (error) {
    if (error instanceof BadReferenceError) return { ok: false, message: error.message };
    if (!isTooLong(error)) throw error;
    return { ok: false, message: `The values it refers to are too long together: ${LIMIT}.` };
  }
}

function isTooLong(error: unknown): boolean {
  return error instanceof RangeError && error.message === 'Invalid string length';
}

/** Of the JavaScript engine. */
export const LIMIT = 'no text can have more than 512 MB';
