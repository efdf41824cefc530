import type { Plugin } from '@agentflow/plugin-sdk';
import { adapterConformance, type ConformanceCase, nodeTypeConformance } from '@agentflow/plugin-sdk/testing';

export interface CaseResult {
  /** `adapter x` or `node type y`. */
  readonly contribution: string;
  readonly name: string;
  readonly ok: boolean;
  readonly message: string | null;
}

export type PlayedBy = 'plain' | 'claude' | 'gemini';

/** Runs the conformance cases of everything that a plugin contributes, one after the other. */
export async function testPlugin(
  plugin: Plugin,
  { playedBy, report }: { playedBy?: PlayedBy | undefined; report: (result: CaseResult) => void },
): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  for (const [contribution, cases] of groupsOf(plugin, playedBy)) {
    for (const one of cases) {
      const result = { contribution, name: one.name, ...(await attempt(one)) };
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

async function attempt({ run }: ConformanceCase): Promise<{ ok: boolean; message: string | null }> {
  try {
    await run();
    return { ok: true, message: null };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
