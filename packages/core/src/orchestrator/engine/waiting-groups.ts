import type { Plan, PlanNode } from '../../workflow/plan.js';

/** Nodes that wait for the same others: the later tasks of two stages, or a node alone. */
export interface WaitingGroup {
  readonly dependsOn: readonly string[];
  readonly nodes: readonly PlanNode[];
}

/**
 * Who waits for whom. The tasks of a stage share one list of dependencies and are one group here: what is done once
 * for a group costs as much as a stage has tasks, and not that many times the tasks before it.
 */
export class WaitingGroups {
  readonly #byList = new Map<readonly string[], WaitingGroup & { nodes: PlanNode[] }>();
  readonly #waitingFor = new Map<string, WaitingGroup[]>();

  constructor({ nodes }: Plan) {
    for (const node of nodes) {
      const known = this.#byList.get(node.dependsOn);
      if (known) known.nodes.push(node);
      else this.#add({ dependsOn: node.dependsOn, nodes: [node] });
    }
  }

  get all(): Iterable<WaitingGroup> {
    return this.#byList.values();
  }

  /** The group a node is in. */
  of({ dependsOn }: PlanNode): WaitingGroup {
    return this.#byList.get(dependsOn) as WaitingGroup;
  }

  /** The groups that wait for a node, among others. */
  waitingFor(id: string): readonly WaitingGroup[] {
    return this.#waitingFor.get(id) ?? [];
  }

  /** The given nodes and everything that waits for them, at once or later. */
  reach(from: readonly string[]): Set<string> {
    const reached = new Set(from);
    const seen = new Set<WaitingGroup>();
    const waiting = [...from];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      for (const group of this.waitingFor(id)) {
        if (seen.has(group)) continue;
        seen.add(group);
        for (const { id: next } of group.nodes) {
          if (reached.has(next)) continue;
          reached.add(next);
          waiting.push(next);
        }
      }
    }
    return reached;
  }

  #add(group: WaitingGroup & { nodes: PlanNode[] }): void {
    this.#byList.set(group.dependsOn, group);
    for (const id of group.dependsOn) {
      const groups = this.#waitingFor.get(id);
      if (groups) groups.push(group);
      else this.#waitingFor.set(id, [group]);
    }
  }
}
