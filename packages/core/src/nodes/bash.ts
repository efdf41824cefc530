import { defineNodeType, type NodeProblem } from '@agentflow/plugin-sdk';
import * as z from 'zod';
import { nonBlank } from '../workflow/schema/values.js';
import { processOutcome } from './process-outcome.js';
import { runBash } from './run-bash.js';

/** Runs a text by bash; the output is its stdout. */
export const bash = defineNodeType({
  schema: z.object({ bash: nonBlank }),
  templates: { bash: 'bash' },
  check: ({ bash }) => checkDevices(bash),
  run: async (config, context) => processOutcome('bash', await runBash(config.bash, context)),
});

/** Node gives its processes sockets, and a socket cannot be opened by its name. */
function checkDevices(text: string): NodeProblem[] {
  const name = /\/dev\/std(?:out|err)\b/.exec(text)?.[0];
  if (name === undefined) return [];
  const message = `"${name}" cannot be opened here, so this node would fail.`;
  const hint = name === '/dev/stderr' ? 'Write ">&2" instead.' : 'Leave it out: what is printed goes there anyway.';
  return [{ path: ['bash'], code: 'device-name', severity: 'warning', message, hint }];
}
