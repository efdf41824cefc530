import { defineNodeType } from '@agentflow/plugin-sdk';
import * as z from 'zod';
import { nonBlank } from '../workflow/schema/values.js';

/** Ends the session as CANCELLED. */
export const cancel = defineNodeType({
  schema: z.object({ cancel: nonBlank }),
  run: async (config, context) => {
    context.cancelSession(config.cancel);
    return { status: 'cancelled', message: config.cancel };
  },
});
