import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS = 20;

/** Looks again and again until the condition gives something; fails when it has not within the time. */
export async function until<Value>(
  what: string,
  look: () => Value | undefined | false | null | Promise<Value | undefined | false | null>,
  { withinMs = 30_000 }: { withinMs?: number } = {},
): Promise<Value> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false && found !== null) return found;
    if (performance.now() > deadline) throw new Error(`Not within ${withinMs} ms: ${what}.`);
    await delay(PAUSE_MS);
  }
}

/** The value of a promise that has to settle within the time. */
export async function within<Value>(milliseconds: number, what: string, value: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not within ${milliseconds} ms: ${what}.`)), milliseconds);
  });
  return Promise.race([value, late]).finally(() => clearTimeout(timer));
}
