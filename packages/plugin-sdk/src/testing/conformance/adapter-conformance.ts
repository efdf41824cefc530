import type { AdapterFactory } from '../../adapter.js';
import type { ConformanceCase } from './conformance-case.js';
import { launchCases } from './launch-cases.js';
import { processCases } from './process-cases.js';
import { screenCases } from './screen-cases.js';

export interface AdapterConformanceOptions {
  /** Which CLI the fake agent plays in the place of the adapter's program; without it no process is started. */
  readonly playedBy?: 'plain' | 'claude' | 'gemini';
  /** Screens of the real program that put a question to a person, with its text. */
  readonly questions?: readonly { readonly screen: string; readonly text: string }[];
  /** Screens that put none: busy, idle. */
  readonly otherScreens?: readonly string[];
}

/** What every adapter has to do, as cases for any test runner. One that this adapter cannot fail is left out. */
export function adapterConformance(
  factory: AdapterFactory,
  { playedBy, questions = [], otherScreens = [] }: AdapterConformanceOptions = {},
): ConformanceCase[] {
  return [
    ...launchCases(factory),
    ...screenCases(factory, questions, otherScreens),
    ...(playedBy ? processCases(factory, playedBy) : []),
  ];
}
