import { eachReference } from '../expressions/references.js';
import type { DraftNode } from '../lower/draft-node.js';
import type { Path, ProblemList } from '../problem.js';

/** `env` and `cwd` are taken as they are: what looks like a reference there would silently stay a text. */
export function checkLiteralFields(drafts: readonly DraftNode[], problems: ProblemList): void {
  for (const { node, path } of drafts) {
    for (const [name, value] of Object.entries(node.env)) checkText(value, [...path, 'env', name], problems);
    if (node.cwd !== undefined) checkText(node.cwd, [...path, 'cwd'], problems);
  }
}

function checkText(value: string, path: Path, problems: ProblemList): void {
  for (const { text, start, escaped } of eachReference(value)) {
    if (escaped) continue;
    problems.add({
      code: 'literal-reference',
      severity: 'warning',
      path,
      message: `"${text}" is not filled in here; it stays a text.`,
      within: { offset: start, length: text.length },
      hint: 'Use it in the text that the node runs: TEXT=$id.output command.',
    });
  }
}
