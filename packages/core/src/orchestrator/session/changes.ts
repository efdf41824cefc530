import type { Plan, PlanNode } from '../../workflow/plan.js';

/** Nodes that are new, gone or different. */
export function changedNodes(before: Plan, after: Plan): Set<string> {
  const shared = (plan: Plan) => JSON.stringify([plan.env, plan.kind]);
  const all = shared(before) !== shared(after);
  const old = new Map(before.nodes.map((node) => [node.id, fingerprint(node)]));
  const changed = after.nodes.filter((node) => all || old.get(node.id) !== fingerprint(node)).map(({ id }) => id);
  const kept = new Set(after.nodes.map(({ id }) => id));
  return new Set([...changed, ...[...old.keys()].filter((id) => !kept.has(id))]);
}

function fingerprint({ stage: _stage, name: _name, description: _description, ...node }: PlanNode): string {
  return JSON.stringify(node);
}

/** What a file says about a session as a whole, by the names it has there. No node runs again for it. */
const SETTINGS: Readonly<Record<string, (plan: Plan) => unknown>> = {
  timeout: ({ timeoutMs }) => timeoutMs,
  budget_usd: ({ budgetUsd }) => budgetUsd,
  max_parallel: ({ maxParallel }) => maxParallel,
  fail_fast: ({ failFast }) => failFast,
  mutates_checkout: ({ mutatesCheckout }) => mutatesCheckout,
  inputs: ({ inputs }) => inputs,
};

/** Settings of the whole file that are not what they were. */
export function changedSettings(before: Plan, after: Plan): string[] {
  const differs = (of: (plan: Plan) => unknown) => JSON.stringify(of(before)) !== JSON.stringify(of(after));
  return Object.entries(SETTINGS)
    .filter(([, of]) => differs(of))
    .map(([name]) => name);
}
