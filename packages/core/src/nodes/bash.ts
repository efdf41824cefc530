import { defineNodeType } from '@agentflow/plugin-sdk';
import * as z from 'zod';
import { nonBlank } from '../workflow/schema/values.js';
import { processOutcome } from './process-outcome.js';

/** Runs a text by `bash -c`; the output is its stdout. */
export const bash = defineNodeType({
  schema: z.object({ bash: nonBlank }),
  templates: { bash: 'bash' },
  run: async (config, context) =>
    processOutcome('bash', await context.spawn({ command: 'bash', args: ['-c', config.bash] })),
});
