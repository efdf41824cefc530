import { defineNodeType } from '@agentflow/plugin-sdk';
import * as z from 'zod';
import { milliseconds, nonBlank, positiveCount } from '../workflow/schema/values.js';

const gate = z.object({
  message: nonBlank,
  capture_response: z.boolean().optional(),
  on_reject: z.object({ prompt: nonBlank, max_attempts: positiveCount.default(3) }).optional(),
  timeout: milliseconds.optional(),
  on_timeout: z.enum(['reject', 'approve']).optional(),
});

/** Waits for a person. */
export const approval = defineNodeType({
  schema: z.object({ approval: z.union([nonBlank.transform((message) => ({ message })), gate]) }) as z.ZodType<{
    approval: z.output<typeof gate>;
  }>,
  templates: { 'approval.on_reject.prompt': 'deferred' },
  variables: ['REJECTION_REASON'],
  usesAgent: (config) => config.approval.on_reject !== undefined,
  needsPerson: () => true,
  run: async ({ approval: { message, capture_response, on_reject, timeout, on_timeout } }, context) => {
    for (let rejections = 0; ; rejections++) {
      const answer = await context.ask({
        message,
        kind: 'decision',
        ...(timeout !== undefined && { timeoutMs: timeout }),
        ...(on_timeout !== undefined && { onTimeout: on_timeout }),
      });
      if (answer.decision === 'approve') return { status: 'done', output: capture_response ? answer.message : '' };
      if (!on_reject || rejections >= on_reject.max_attempts) {
        context.cancelSession(answer.message);
        return { status: 'cancelled', message: answer.message };
      }
      const { outcome } = await context.runAgent({
        prompt: context.render(on_reject.prompt, { REJECTION_REASON: answer.message }),
      });
      if (outcome.status !== 'done') return outcome;
    }
  },
});
