import { readdirSync, readFileSync } from 'node:fs';

/** How many more files this process may open; infinite on a system that does not tell. */
export function freeDescriptors(): number {
  try {
    const [, limit] = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    const allowed = Number.parseInt(limit ?? '', 10);
    return Number.isNaN(allowed) ? Number.POSITIVE_INFINITY : allowed - readdirSync('/proc/self/fd').length;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
