const USUAL_MS = 10_000;

/** How long a plugin may take to load. A slow disk may need more: AGENTFLOW_PLUGIN_TIMEOUT is in milliseconds. */
export function loadLimitMs(): number {
  const asked = Number(process.env.AGENTFLOW_PLUGIN_TIMEOUT);
  return asked > 0 ? asked : USUAL_MS;
}

export function tooSlow(): string {
  return `it did not finish loading within ${loadLimitMs() / 1000} seconds`;
}
