const USUAL_MS = 10_000;

/** How long a plugin may take to load. A slow disk may need more: AGENTFLOW_PLUGIN_TIMEOUT is in milliseconds. */
export function loadLimitMs(): number {
  const asked = Number(process.env.AGENTFLOW_PLUGIN_TIMEOUT);
  return asked > 0 ? asked : USUAL_MS;
}

export function tooSlow(): string {
  return `it did not finish loading within ${inSeconds(loadLimitMs())}`;
}

/** `10 seconds`. */
export function inSeconds(milliseconds: number): string {
  return `${milliseconds / 1000} seconds`;
}

/** What a promise gives, unless it takes too long. */
export async function within<Result>(
  limitMs: number,
  promise: PromiseLike<Result>,
  tooLate: () => Error,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooLate()), limitMs);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}
