import type { Plan, PlanNode } from '../../workflow/plan.js';
import { isOver, type SkipReason, type TaskStatus } from '../types.js';
import { type DependencyStates, dependencyStates, type Readiness, readiness } from './readiness.js';
import { type DecisiveDependencies, decisiveDependencies } from './skip-reason.js';
import { type WaitingGroup, WaitingGroups } from './waiting-groups.js';

export interface ScheduleOptions {
  readonly plan: Plan;
  statusOf(id: string): TaskStatus;
  /** DONE in an earlier run, but behind a task that runs again: they stay DONE unless it gives another result. */
  readonly toConfirm: ReadonlySet<string>;
}

/** Tells which nodes' time has come: each the moment its dependencies are over, in the order of the plan. */
export class Schedule {
  readonly #statusOf: (id: string) => TaskStatus;
  readonly #groups: WaitingGroups;
  readonly #openDependencies = new Map<WaitingGroup, number>();
  /** What is known of groups whose dependencies are over, which does not change any more. */
  readonly #states = new Map<WaitingGroup, DependencyStates>();
  readonly #decisive = new Map<WaitingGroup, DecisiveDependencies>();
  /** Of nodes that were skipped with a failure behind them: the node that failed. */
  readonly #failedBehind = new Map<string, string>();
  readonly #unconfirmed: Set<string>;
  readonly #ready: PlanNode[] = [];
  #next = 0;

  constructor({ plan, statusOf, toConfirm }: ScheduleOptions) {
    this.#statusOf = statusOf;
    this.#groups = new WaitingGroups(plan);
    this.#unconfirmed = new Set(toConfirm);
    for (const group of this.#groups.all) {
      this.#openDependencies.set(group, group.dependsOn.filter((id) => !this.isOver(id)).length);
    }
    for (const node of plan.nodes) {
      if (this.#openDependencies.get(this.#groups.of(node)) === 0 && !this.isOver(node.id)) this.#ready.push(node);
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
    if (this.#unconfirmed.size === 0) return [];
    const dependents = this.#groups.waitingFor(node.id).flatMap((group) => group.nodes);
    return dependents.filter(({ id }) => this.#unconfirmed.has(id) && isOver(this.#statusOf(id)));
  }

  readiness(node: PlanNode): Readiness {
    return readiness(node, this.#statesOf(node));
  }

  /** Why a node is skipped that its trigger rule keeps from running. */
  skipReason(node: PlanNode): SkipReason {
    return { kind: 'trigger-rule', rule: node.policy.triggerRule, ...this.#decisiveOf(this.#groups.of(node)) };
  }

  /** A node is over: those that waited only for it come next. */
  over(node: PlanNode): void {
    if (!this.isOver(node.id)) return;
    const isPassingOn = this.#statusOf(node.id) === 'SKIPPED' && this.#statesOf(node).includes('failed');
    const failed = isPassingOn ? this.#firstFailure(node.dependsOn) : undefined;
    if (failed !== undefined) this.#failedBehind.set(node.id, failed);
    for (const group of this.#groups.waitingFor(node.id)) {
      const open = (this.#openDependencies.get(group) ?? 0) - 1;
      this.#openDependencies.set(group, open);
      if (open === 0) for (const waiting of group.nodes) if (!this.isOver(waiting.id)) this.#ready.push(waiting);
    }
  }

  #statesOf(node: PlanNode): DependencyStates {
    const group = this.#groups.of(node);
    const known = this.#states.get(group);
    if (known) return known;
    const failureBehind = (id: string) => this.#failedBehind.has(id);
    const states = dependencyStates(group.dependsOn, { statusOf: this.#statusOf, failureBehind });
    if (states !== 'open') this.#states.set(group, states);
    return states;
  }

  #decisiveOf(group: WaitingGroup): DecisiveDependencies {
    const failedBehind = (id: string) => this.#failedBehind.get(id);
    const known =
      this.#decisive.get(group) ?? decisiveDependencies(group.dependsOn, { statusOf: this.#statusOf, failedBehind });
    this.#decisive.set(group, known);
    return known;
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
