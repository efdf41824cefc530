/** A reference of a template has no value: the attempt fails for that reason, unless its node type catches it. */
export class BadReferenceError extends Error {
  override readonly name = 'BadReferenceError';
}
