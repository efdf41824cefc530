import { eachReference } from '../expressions/references.js';
import { referencesOf } from '../expressions/when-parser.js';
import type { DraftNode } from '../lower/draft-node.js';
import type { WhenPolicy } from '../plan.js';
import type { Path, ProblemList } from '../problem.js';

/** What looks like a reference where none is filled in: it would silently stay a text. */
export function checkLiteralFields(drafts: readonly DraftNode[], problems: ProblemList): void {
  const inProgram = 'Use it in the text that the node runs: TEXT=$id.output command.';
  for (const { node, path } of drafts) {
    for (const [name, value] of Object.entries(node.env)) {
      checkText({ value, path: [...path, 'env', name], hint: inProgram }, problems);
    }
    if (node.cwd !== undefined) checkText({ value: node.cwd, path: [...path, 'cwd'], hint: inProgram }, problems);
    if (node.policy.when) checkQuotedTexts(node.policy.when, [...path, 'when'], problems);
  }
}

/** A condition compares a quoted text as it is written. */
function checkQuotedTexts({ text: value, expression }: WhenPolicy, path: Path, problems: ProblemList): void {
  const filledIn = new Set(referencesOf(expression).map(({ start }) => start));
  checkText({ value, path, hint: "Write it without quotes: $id.output == 'text'.", filledIn }, problems);
}

interface LiteralText {
  readonly value: string;
  readonly path: Path;
  readonly hint: string;
  /** Where references begin that are filled in. */
  readonly filledIn?: ReadonlySet<number>;
}

function checkText({ value, path, hint, filledIn }: LiteralText, problems: ProblemList): void {
  for (const { text, start, escaped } of eachReference(value)) {
    if (escaped || filledIn?.has(start)) continue;
    problems.add({
      code: 'literal-reference',
      severity: 'warning',
      path,
      message: `"${text}" is not filled in here; it stays a text.`,
      within: { offset: start, length: text.length },
      hint,
    });
  }
}
