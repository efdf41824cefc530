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
  /** Of nodes that were skipped with a failure behind them: the node that failed. */
  readonly #failedBehind = new Map<string, string>();
  readonly #unconfirmed: Set<string>;
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

  /** Settles a node that was DONE in an earlier run: whether it stays so. False for any other node. */
  confirm(node: PlanNode): boolean {
    return this.#unconfirmed.delete(node.id) && isOver(this.#statusOf(node.id));
  }

  /** The dependents of a node that were DONE in an earlier run and wait to hear whether they stay so. */
  unconfirmedAfter(node: PlanNode): PlanNode[] {
    return (this.#dependents.get(node.id) ?? []).filter(
      ({ id }) => this.#unconfirmed.has(id) && isOver(this.#statusOf(id)),
    );
  }

  readiness(node: PlanNode): Readiness {
    return readiness(node, { statusOf: this.#statusOf, failureBehind: (id) => this.#failedBehind.has(id) });
  }

  /** The failed node behind a skipped one, with only skipped nodes between. */
  failedBehind(id: string): string | undefined {
    return this.#failedBehind.get(id);
  }

  /** A node is over: those that waited only for it come next. */
  over(node: PlanNode): void {
    if (!this.isOver(node.id)) return;
    const failed = this.#statusOf(node.id) === 'SKIPPED' ? this.#firstFailure(node.dependsOn) : undefined;
    if (failed !== undefined) this.#failedBehind.set(node.id, failed);
    for (const dependent of this.#dependents.get(node.id) ?? []) {
      const open = (this.#openDependencies.get(dependent.id) ?? 0) - 1;
      this.#openDependencies.set(dependent.id, open);
      if (open === 0 && !this.isOver(dependent.id)) this.#ready.push(dependent);
    }
  }

  #firstFailure(ids: readonly string[]): string | undefined {
    for (const id of ids) {
      const status = this.#statusOf(id);
      const failed = status === 'FAILED' || status === 'CANCELLED' ? id : this.#failedBehind.get(id);
      if (failed !== undefined) return failed;
    }
    return undefined;
  }
}
