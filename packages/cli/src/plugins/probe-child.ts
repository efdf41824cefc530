import { Worker } from 'node:worker_threads';
import { importPlugin } from './import-plugin.js';
import type { ProbeReply, ProbeRequest } from './probe-plugin.js';

/** The process in which a plugin is tried; see probe-plugin.ts. */
process.once('message', async (request) => {
  const { limitMs } = request as ProbeRequest;
  endWithoutParent(limitMs);
  reply(await attempt(request as ProbeRequest));
});

async function attempt(request: ProbeRequest): Promise<ProbeReply> {
  try {
    await importPlugin(request);
    return { ok: true };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

function reply(result: ProbeReply): void {
  process.send?.(result, () => process.exit());
}

/** Who started us ends us in time; if it was killed, a plugin that loops would run forever. */
function endWithoutParent(limitMs: number): void {
  const code = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${2 * limitMs})`;
  new Worker(code, { eval: true }).unref();
}
