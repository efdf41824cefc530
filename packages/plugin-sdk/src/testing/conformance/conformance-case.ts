/** One thing a contribution has to do, for any test runner: it rejects when the contribution does not do it. */
export interface ConformanceCase {
  readonly name: string;
  /** Why it cannot be checked here. To be told instead of run: `run` does nothing then. */
  readonly leftOut?: string;
  run(): Promise<void>;
}

/** A case from a sentence and what checks it. */
export function conformanceCase(name: string, check: () => void | Promise<void>): ConformanceCase {
  return { name, run: async () => check() };
}

/** A case that the contribution could fail, but that cannot be checked here. */
export function leftOutCase(name: string, leftOut: string): ConformanceCase {
  return { name, leftOut, run: async () => {} };
}

/** Binds cases to a test runner: `bindCases(cases, { describe, it }, 'my adapter')`. */
export function bindCases(cases: readonly ConformanceCase[], { describe, it }: CaseRunner, title: string): void {
  describe(title, () => {
    for (const { name, run, leftOut } of cases) {
      if (leftOut === undefined) it(name, run);
      else if (it.skip) it.skip(`${name} (left out: ${leftOut})`, run);
      else it(`${name} (left out: ${leftOut})`, run);
    }
  });
}

/** What vitest, jest and node:test have in common. */
export interface CaseRunner {
  describe(title: string, cases: () => void): unknown;
  readonly it: {
    (name: string, run: () => Promise<void>): unknown;
    skip?(name: string, run: () => Promise<void>): unknown;
  };
}
