import { Worker } from 'node:worker_threads';
import { importPlugin } from './import-plugin.js';
import type { ProbeReply, ProbeRequest } from './probe-plugin.js';

/** How long a plugin is still watched after its import, if it has begun something. */
const AFTERMATH_MS = 100;

/** The process in which a plugin is tried; see probe-plugin.ts. */
process.once('message', async (request) => {
  const { limitMs } = request as ProbeRequest;
  endWithoutParent(limitMs);
  for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, (error) => reply(failed(error)));
  const nothingLeft = new Promise((resolve) => process.once('beforeExit', resolve));
  const result = await Promise.race([attempt(request as ProbeRequest), nothingLeft.then(() => UNFINISHED)]);
  const aftermath = new Promise((resolve) => setTimeout(resolve, AFTERMATH_MS).unref());
  if (result.ok) await Promise.race([nothingLeft, aftermath]);
  reply(result);
});

async function attempt(request: ProbeRequest): Promise<ProbeReply> {
  try {
    await importPlugin(request);
    return { ok: true };
  } catch (error) {
    return failed(error);
  }
}

const UNFINISHED: ProbeReply = {
  ok: false,
  reason: 'it never finishes loading: it waits for something that never comes',
};

function failed(error: unknown): ProbeReply {
  return { ok: false, reason: error instanceof Error ? error.message : String(error) };
}

/** The first reply counts: then this process is ended. */
function reply(result: ProbeReply): void {
  process.send?.(result, () => process.exit());
}

/** Who started us ends us in time; if it was killed, a plugin that loops would run forever. */
function endWithoutParent(limitMs: number): void {
  const code = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${2 * limitMs})`;
  new Worker(code, { eval: true }).unref();
}
