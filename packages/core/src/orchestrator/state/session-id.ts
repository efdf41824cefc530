import { StateError } from './state-error.js';

const SESSION_ID = /^[a-z0-9][a-z0-9-]{0,63}$/;
const LONGEST_SHOWN = 40;

/** The word that stands for the newest session; no session can be called so. */
export const LATEST = 'latest';

/** Refuses what cannot be the id of a session, before a path is built from it. */
export function checkSessionId(id: string): void {
  if (SESSION_ID.test(id)) return;
  throw new StateError(`${shown(id)} cannot be the id of a session.`, {
    code: 'bad-session-id',
    hint: 'An id has up to 64 lower-case letters, digits and "-", and begins with a letter or a digit.',
  });
}

/** Also refuses the word that already means something else. */
export function checkNewSessionId(id: string): void {
  checkSessionId(id);
  if (id !== LATEST) return;
  const hint = `"${LATEST}" stands for the newest session; choose another id.`;
  throw new StateError(`"${LATEST}" cannot be the id of a session.`, { code: 'bad-session-id', hint });
}

/** An id such as `20261118-104233-k3f9`: sorts by time (UTC), can be read and typed. */
export function newSessionId(now: Date, random: () => number): string {
  const [day = '', time = ''] = now.toISOString().slice(0, 19).replace(/[-:]/g, '').split('T');
  const letters = Math.floor(random() * 36 ** 4).toString(36);
  return `${day}-${time}-${letters.padStart(4, '0')}`;
}

function shown(id: string): string {
  return JSON.stringify(id.length > LONGEST_SHOWN ? `${id.slice(0, LONGEST_SHOWN)}…` : id);
}
