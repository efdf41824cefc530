/** One thing a contribution has to do, for any test runner: it rejects when the contribution does not do it. */
export interface ConformanceCase {
  readonly name: string;
  run(): Promise<void>;
}

/** A case from a sentence and what checks it. */
export function conformanceCase(name: string, check: () => void | Promise<void>): ConformanceCase {
  return { name, run: async () => check() };
}

/** Binds cases to a test runner: `bindCases(cases, { describe, it }, 'my adapter')`. */
export function bindCases(cases: readonly ConformanceCase[], runner: CaseRunner, title: string): void {
  runner.describe(title, () => {
    for (const { name, run } of cases) runner.it(name, run);
  });
}

/** What vitest, jest and node:test have in common. */
export interface CaseRunner {
  describe(title: string, cases: () => void): unknown;
  it(name: string, run: () => Promise<void>): unknown;
}
