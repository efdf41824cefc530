import { groupExists, groupOf, listProcesses, startTimeOf } from './proc.js';

/**
 * Process groups whose leader is over while others in them live on, as a server that a task left in the background.
 * A mark does not find all of these: a process may clear its environment, or write its title over it.
 */
export class LeftGroups {
  readonly #members = new Map<number, ReadonlyMap<number, string | null>>();

  /** Remembers who is in the group now. */
  add(group: number): void {
    const members = listProcesses().filter((pid) => groupOf(pid) === group);
    this.#members.set(group, new Map(members.map((pid) => [pid, startTimeOf(pid)])));
  }

  /** Those that are still the same: while one who was in a group stays in it, no other can have its number. */
  living(): number[] {
    return [...this.#members].filter(([group, members]) => isSame(group, members)).map(([group]) => group);
  }
}

function isSame(group: number, members: ReadonlyMap<number, string | null>): boolean {
  // Without /proc nobody was seen, and that the group exists is all that can be known.
  if (members.size === 0) return groupExists(group);
  return [...members].some(([pid, startTime]) => groupOf(pid) === group && startTimeOf(pid) === startTime);
}
