import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ImportRequest } from './import-plugin.js';
import { loadLimitMs, tooSlow } from './load-limit.js';

/** What the process that tried a plugin says about it. */
export type ProbeReply = { readonly ok: true } | { readonly ok: false; readonly reason: string };

export interface ProbeRequest extends ImportRequest {
  readonly limitMs: number;
}

const CHILD = fileURLToPath(new URL('./probe-child.js', import.meta.url));

/**
 * Tries in a process of its own whether a plugin can be imported: only there one that exits or never gives the
 * processor back does no harm.
 */
export function probePlugin(request: ImportRequest): Promise<ProbeReply> {
  const limitMs = loadLimitMs();
  // Nothing of what it prints may reach our stdout.
  const child = fork(CHILD, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] });
  return new Promise((resolve) => {
    const end = (reply: ProbeReply) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      resolve(reply);
    };
    const timer = setTimeout(() => end({ ok: false, reason: tooSlow() }), limitMs);
    child.once('message', (reply) => end(reply as ProbeReply));
    child.once('error', (error) => end({ ok: false, reason: `it could not be tried: ${error.message}` }));
    child.once('exit', (code, signal) =>
      end({ ok: false, reason: `it ended the process that loaded it (${signal ?? `exit ${code}`})` }),
    );
    child.send({ ...request, limitMs } satisfies ProbeRequest);
  });
}
