import { existsSync } from 'node:fs';

/**
 * The values of the variables named like a secret (`*_KEY`, `*_TOKEN`, `*SECRET*`, `*PASSWORD*`) or
 * listed in `extraNames`, whatever their case. Left out are values that would hide harmless text
 * everywhere: shorter than 6 characters, switches, and paths of files that exist (`SSH_KEY=/home/…`).
 * A variable in `extraNames` was named by a person: of it only the short values are left out.
 */
export function collectSecrets(
  env: Readonly<Record<string, string | undefined>>,
  extraNames: readonly string[] = [],
): string[] {
  const extra = new Set(extraNames.map((name) => name.toUpperCase()));
  const secrets = new Set<string>();
  for (const [name, value] of Object.entries(env)) {
    const secret = value?.trim() ?? '';
    if (secret.length < SHORTEST_SECRET) continue;
    const named = extra.has(name.toUpperCase());
    if (named || (SECRET_NAME.test(name) && !isHarmless(secret))) secrets.add(secret);
  }
  return [...secrets];
}

const SECRET_NAME = /_KEY$|_TOKEN$|SECRET|PASSWORD/i;
const SHORTEST_SECRET = 6;
const SWITCHES = new Set(['enabled', 'disabled', 'required', 'optional', 'default', 'undefined', 'always']);

function isHarmless(value: string): boolean {
  return SWITCHES.has(value.toLowerCase()) || (value.startsWith('/') && existsSync(value));
}
