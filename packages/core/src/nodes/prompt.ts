import { defineNodeType } from '@agentflow/plugin-sdk';
import * as z from 'zod';
import { nonBlank } from '../workflow/schema/values.js';

/** Runs an agent. Tasks of stages become prompt nodes too; an interactive one may have no prompt. */
export const prompt = defineNodeType({
  schema: z.object({ prompt: nonBlank.optional() }),
  usesAgent: () => true,
  run: async (config, context) =>
    (await context.runAgent({ ...(config.prompt !== undefined && { prompt: config.prompt }) })).outcome,
});
