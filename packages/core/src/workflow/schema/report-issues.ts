import type { StandardIssue } from '@agentflow/plugin-sdk';
import type { Path, ProblemList } from '../problem.js';
import { type DetailedIssue, describeIssue, isTypeIssue } from './describe-issue.js';

interface Subject {
  readonly path: Path;
  readonly value: unknown;
  readonly problems: ProblemList;
}

/** Turns what a schema found into problems in the user's words. */
export function reportIssues(issues: readonly StandardIssue[], subject: Subject): void {
  for (const issue of issues) reportIssue(issue as DetailedIssue, subject);
}

function reportIssue(issue: DetailedIssue, { path, value, problems }: Subject): void {
  const steps = (issue.path ?? []).map((step) => (typeof step === 'object' ? step.key : step)) as (string | number)[];
  const where = [...path, ...steps];
  const found = valueAt(value, steps);
  const branch = issue.errors && bestBranch(issue.errors);
  if (branch) return reportIssues(branch, { path: where, value: found, problems });
  const name = nameOf(where);
  if (found === undefined) {
    const hint = `Add "${String(where.at(-1))}: …".`;
    return problems.error('missing-field', where.slice(0, -1), `${name} is required here.`, { at: 'key', hint });
  }
  const field = String(where.findLast((step) => typeof step === 'string') ?? '');
  const { code, text, hint } = describeIssue(issue, found, field);
  problems.error(code, where, `${name} ${text}.`, { hint, at: issue.code === 'invalid_key' ? 'key' : 'value' });
}

/** Of a union's branches the one that got past the type: its complaint is what the user wants to hear. */
function bestBranch(branches: readonly (readonly DetailedIssue[])[]): readonly DetailedIssue[] | undefined {
  return branches.find((branch) => !branch.some((issue) => (issue.path ?? []).length === 0 && isTypeIssue(issue)));
}

/** What stands at a path, as the subject of a sentence. */
export function nameOf(path: Path): string {
  const last = path.at(-1);
  if (typeof last !== 'number') return `"${String(last ?? 'workflow')}"`;
  return `Item ${last + 1} of "${String(path.findLast((step) => typeof step === 'string') ?? 'list')}"`;
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (at, step) => (typeof at === 'object' && at !== null ? (at as Record<string | number, unknown>)[step] : undefined),
    value,
  );
}
