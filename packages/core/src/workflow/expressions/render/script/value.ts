import type { JsonText } from '../reference-values.js';

/** What a reference stands for in a script: a text in literals, a JSON value (if it is one) elsewhere. */
export interface ScriptValue {
  readonly text: string;
  readonly json: () => JsonText | undefined;
}
