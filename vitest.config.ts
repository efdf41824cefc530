import { defineConfig } from 'vitest/config';

/** A poll waits for something to happen, however busy the machine is; the limit of the test ends it if it never does. */
const expect = { poll: { timeout: 60_000 } };

export default defineConfig({
  test: {
    // Tests mostly wait for processes, so no core is kept free for anything else.
    maxWorkers: '100%',
    projects: [
      { test: { name: 'unit', include: ['packages/*/src/**/*.test.ts'], testTimeout: 60_000, expect } },
      {
        test: {
          name: 'cli',
          include: ['test/**/*.test.ts'],
          exclude: ['test/faults/**', 'test/agents/**'],
          testTimeout: 60_000,
          expect,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          globalSetup: ['test/faults/summary.ts'],
          testTimeout: 300_000,
          expect,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'agents',
          include: ['test/agents/**/*.test.ts'],
          globalSetup: ['test/agents/install-agents.ts'],
          testTimeout: 120_000,
          expect,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
