import type { Plan, PlanNode } from '../../workflow/plan.js';
import { isOver, type TaskStatus } from '../types.js';
import { type Readiness, readiness } from './readiness.js';
import { dependentsOf } from './session-end.js';

export interface ScheduleOptions {
  readonly plan: Plan;
  statusOf(id: string): TaskStatus;
  /** DONE in an earlier run, but behind a task that runs again: they stay DONE unless it gives another result. */
  readonly toConfirm: ReadonlySet<string>;
}

/** Tells which nodes' time has come: each the moment its dependencies are over, in the order of the plan. */
export class Schedule {
  readonly #statusOf: (id: string) => TaskStatus;
  readonly #dependents: ReadonlyMap<string, readonly PlanNode[]>;
  readonly #openDependencies = new Map<string, number>();
  /** Nodes that were skipped with a failure behind them. */
  readonly #failureBehind = new Set<string>();
  readonly #unconfirmed: Set<string>;
  readonly #changed = new Set<string>();
  readonly #ready: PlanNode[] = [];
  #next = 0;

  constructor({ plan, statusOf, toConfirm }: ScheduleOptions) {
    this.#statusOf = statusOf;
    this.#dependents = dependentsOf(plan);
    this.#unconfirmed = new Set(toConfirm);
    for (const node of plan.nodes) {
      const open = node.dependsOn.filter((id) => !this.isOver(id)).length;
      this.#openDependencies.set(node.id, open);
      if (open === 0 && !this.isOver(node.id)) this.#ready.push(node);
    }
  }

  get isEmpty(): boolean {
    return this.#next >= this.#ready.length;
  }

  /** Takes the next node whose dependencies are over. */
  take(): PlanNode | undefined {
    return this.isEmpty ? undefined : this.#ready[this.#next++];
  }

  isOver(id: string): boolean {
    return isOver(this.#statusOf(id)) && !this.#unconfirmed.has(id);
  }

  /**
   * Settles a node that was DONE before: `kept` when nothing before it changed, else the dependency that did.
   * Undefined for any other node.
   */
  confirm(node: PlanNode): { readonly kept: true } | { readonly because: string } | undefined {
    if (!this.#unconfirmed.delete(node.id)) return undefined;
    const because = node.dependsOn.find((id) => this.#changed.has(id));
    return because === undefined ? { kept: true } : { because };
  }

  readiness(node: PlanNode): Readiness {
    return readiness(node, { statusOf: this.#statusOf, failureBehind: (id) => this.#failureBehind.has(id) });
  }

  /** A node is over: those that waited only for it come next. */
  over(node: PlanNode, { changed = false }: { changed?: boolean } = {}): void {
    if (!this.isOver(node.id)) return;
    if (changed) this.#changed.add(node.id);
    const isSkipped = this.#statusOf(node.id) === 'SKIPPED';
    if (isSkipped && node.dependsOn.some((id) => this.#isFailure(id))) this.#failureBehind.add(node.id);
    for (const dependent of this.#dependents.get(node.id) ?? []) {
      const open = (this.#openDependencies.get(dependent.id) ?? 0) - 1;
      this.#openDependencies.set(dependent.id, open);
      if (open === 0 && !this.isOver(dependent.id)) this.#ready.push(dependent);
    }
  }

  #isFailure(id: string): boolean {
    const status = this.#statusOf(id);
    return status === 'FAILED' || status === 'CANCELLED' || this.#failureBehind.has(id);
  }
}
