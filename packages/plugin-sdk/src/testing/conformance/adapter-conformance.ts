import type { AdapterFactory } from '../../adapter.js';
import { createUnderTest } from './adapter-under-test.js';
import { type ConformanceCase, conformanceCase } from './conformance-case.js';
import { launchCases } from './launch-cases.js';
import { missingProgramCases } from './missing-program.js';
import { processCases } from './process-cases.js';
import { screenCases } from './screen-cases.js';
import { terminalCases } from './terminal-cases.js';

/** What the cases have to know about an adapter. */
export interface AdapterConformanceOptions {
  /**
   * Which CLI the fake agent plays in the place of the adapter's program. Without it, it takes any arguments
   * and prints no events; the cases that need events are left out.
   */
  readonly playedBy?: 'plain' | 'claude' | 'gemini' | undefined;
  /** Screens of the real program that put a question to a person, with its text. */
  readonly questions?: readonly { readonly screen: string; readonly text: string }[];
  /** Screens that put none: busy, idle. */
  readonly otherScreens?: readonly string[];
  /** The options that stand beside the plugin's name in the config file. */
  readonly options?: unknown;
}

/** What every adapter has to do, as cases for any test runner. One that this adapter cannot fail is not among them. */
export function adapterConformance(
  factory: AdapterFactory,
  { playedBy, questions = [], otherScreens = [], options }: AdapterConformanceOptions = {},
): ConformanceCase[] {
  const configured: AdapterFactory =
    options === undefined ? factory : (given) => factory({ ...given, settings: options });
  try {
    createUnderTest(configured);
  } catch (error) {
    return [
      conformanceCase('it can be made', () => {
        throw error;
      }),
    ];
  }
  return [
    ...launchCases(configured),
    ...missingProgramCases(configured),
    ...screenCases(configured, questions, otherScreens),
    ...processCases(configured, playedBy),
    ...terminalCases(configured, playedBy),
  ];
}
