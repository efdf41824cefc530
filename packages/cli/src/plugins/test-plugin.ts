import type { Plugin } from '@agentflow/plugin-sdk';
import { adapterConformance, type ConformanceCase, nodeTypeConformance } from '@agentflow/plugin-sdk/testing';
import { inSeconds, loadLimitMs, within } from './load-limit.js';

export interface CaseResult {
  /** `adapter x` or `node type y`. */
  readonly contribution: string;
  readonly name: string;
  readonly ok: boolean;
  readonly message: string | null;
}

/** A case that could not be checked here, and why. */
export interface LeftOutCase {
  readonly contribution: string;
  readonly name: string;
  readonly reason: string;
}

export type PlayedBy = 'plain' | 'claude' | 'gemini';

export interface TestOptions {
  readonly playedBy: PlayedBy | undefined;
  /** The options of the plugin, as they stand in a config file. */
  readonly options: unknown;
  readonly report: (result: CaseResult | LeftOutCase) => void;
}

/** A case that starts processes takes longer than one that only asks. */
const PROCESS_FACTOR = 6;

/** Runs the conformance cases of everything that a plugin contributes, one after the other. */
export async function testPlugin(
  plugin: Plugin,
  { report, ...how }: TestOptions,
): Promise<{ cases: CaseResult[]; leftOut: LeftOutCase[] }> {
  const results: CaseResult[] = [];
  const leftOut: LeftOutCase[] = [];
  for (const { contribution, cases, limitMs } of groupsOf(plugin, how)) {
    for (const one of cases) {
      const about = { contribution, name: one.name };
      if (one.leftOut === undefined) {
        const result = { ...about, ...(await attempt(one, limitMs)) };
        report(result);
        results.push(result);
      } else {
        const missing = { ...about, reason: one.leftOut };
        report(missing);
        leftOut.push(missing);
      }
    }
  }
  return { cases: results, leftOut };
}

interface CaseGroup {
  readonly contribution: string;
  readonly cases: readonly ConformanceCase[];
  /** For each case. */
  readonly limitMs: number;
}

function groupsOf({ adapters = {}, nodeTypes = {} }: Plugin, how: Omit<TestOptions, 'report'>): CaseGroup[] {
  return [
    ...Object.entries(adapters).map(([id, factory]) => ({
      contribution: `adapter ${id}`,
      cases: adapterConformance(factory, how),
      limitMs: loadLimitMs() * PROCESS_FACTOR,
    })),
    ...Object.entries(nodeTypes).map(([id, type]) => ({
      contribution: `node type ${id}`,
      cases: nodeTypeConformance(type),
      limitMs: loadLimitMs(),
    })),
  ];
}

async function attempt({ run }: ConformanceCase, limitMs: number): Promise<{ ok: boolean; message: string | null }> {
  try {
    await within(limitMs, run(), () => new Error(`It did not end within ${inSeconds(limitMs)}.`));
    return { ok: true, message: null };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
