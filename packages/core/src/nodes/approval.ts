import { defineNodeType, type NodeContext, type Outcome } from '@agentflow/plugin-sdk';
import * as z from 'zod';
import { milliseconds, nonBlank, positiveCount } from '../workflow/schema/values.js';

const gate = z.object({
  message: nonBlank,
  capture_response: z.boolean().optional(),
  on_reject: z.object({ prompt: nonBlank, max_attempts: positiveCount.default(3) }).optional(),
  timeout: milliseconds.optional(),
  on_timeout: z.enum(['reject', 'approve']).optional(),
});
type Gate = z.output<typeof gate>;

/** Waits for a person. */
export const approval = defineNodeType({
  schema: z.object({ approval: z.union([nonBlank.transform((message) => ({ message })), gate]) }) as z.ZodType<{
    approval: Gate;
  }>,
  templates: { 'approval.on_reject.prompt': 'deferred' },
  variables: ['REJECTION_REASON'],
  usesAgent: (config) => config.approval.on_reject !== undefined,
  needsPerson: () => true,
  run: (config, context) => runApproval(config.approval, context),
});

/** How often the work was sent back, the reason that the agent has not dealt with yet, and what it said to the last one. */
const progress = z.object({ rejections: z.number(), reason: z.string().nullable(), rework: z.string().default('') });

async function runApproval(gate: Gate, context: NodeContext): Promise<Outcome> {
  const { on_reject } = gate;
  let { rejections, reason, rework } = progress.safeParse(context.saved).data ?? BEGINNING;
  for (;;) {
    if (reason !== null && on_reject) {
      const prompt = context.render(on_reject.prompt, { REJECTION_REASON: reason });
      const { outcome, answer } = await context.runAgent({ prompt });
      if (outcome.status !== 'done') return outcome;
      [reason, rework] = [null, answer];
      await context.save({ rejections, reason, rework });
    }
    const { decision, message } = await ask(gate, rework, context);
    if (decision === 'approve') return { status: 'done', output: gate.capture_response ? message : '' };
    if (!on_reject || rejections >= on_reject.max_attempts) {
      const why = message.trim() || 'Rejected.';
      context.cancelSession(why);
      return { status: 'cancelled', message: why };
    }
    rejections++;
    reason = message;
    await context.save({ rejections, reason, rework });
  }
}

const BEGINNING = { rejections: 0, reason: null, rework: '' };

/** After a rework with what the agent says about it: that is what a person decides on. */
function ask({ message, timeout, on_timeout }: Gate, rework: string, context: NodeContext) {
  return context.ask({
    message: rework.trim() === '' ? message : `${rework}\n\n${message}`,
    kind: 'decision',
    ...(timeout !== undefined && { timeoutMs: timeout }),
    ...(on_timeout !== undefined && { onTimeout: on_timeout }),
  });
}
