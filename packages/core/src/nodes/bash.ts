import { defineNodeType } from '@agentflow/plugin-sdk';
import * as z from 'zod';
import { nonBlank } from '../workflow/schema/values.js';
import { processOutcome } from './process-outcome.js';
import { runBash } from './run-bash.js';

/** Runs a text by bash; the output is its stdout. */
export const bash = defineNodeType({
  schema: z.object({ bash: nonBlank }),
  templates: { bash: 'bash' },
  run: async (config, context) => processOutcome('bash', await runBash(config.bash, context)),
});
