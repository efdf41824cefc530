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

export type PlayedBy = 'plain' | 'claude' | 'gemini';

/** A case that starts processes takes longer than one that only asks. */
const PROCESS_FACTOR = 6;

/** Runs the conformance cases of everything that a plugin contributes, one after the other. */
export async function testPlugin(
  plugin: Plugin,
  { playedBy, report }: { playedBy?: PlayedBy | undefined; report: (result: CaseResult) => void },
): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  const limitMs = loadLimitMs() * (playedBy ? PROCESS_FACTOR : 1);
  for (const [contribution, cases] of groupsOf(plugin, playedBy)) {
    for (const one of cases) {
      const result = { contribution, name: one.name, ...(await attempt(one, limitMs)) };
      report(result);
      results.push(result);
    }
  }
  return results;
}

function groupsOf(
  { adapters = {}, nodeTypes = {} }: Plugin,
  playedBy: PlayedBy | undefined,
): [string, ConformanceCase[]][] {
  return [
    ...Object.entries(adapters).map(([id, factory]): [string, ConformanceCase[]] => {
      return [`adapter ${id}`, adapterConformance(factory, playedBy ? { playedBy } : {})];
    }),
    ...Object.entries(nodeTypes).map(([id, type]): [string, ConformanceCase[]] => {
      return [`node type ${id}`, nodeTypeConformance(type)];
    }),
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
