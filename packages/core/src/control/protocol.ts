import * as z from 'zod';

/** What another process may ask of a live session: one JSON object on one line, answered by one. */
export const controlRequest = z.discriminatedUnion('command', [
  z.object({ command: z.literal('cancel'), reason: z.string() }),
  z.object({ command: z.literal('send'), taskId: z.string(), text: z.string() }),
  z.object({ command: z.literal('complete'), taskId: z.string() }),
  z.object({
    command: z.literal('answer'),
    taskId: z.string(),
    decision: z.enum(['approve', 'reject']),
    message: z.string(),
  }),
]);
export type ControlRequest = z.output<typeof controlRequest>;

export type ControlReply = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** A longer request is not one of ours. */
export const LONGEST_REQUEST = 4 * 1024 * 1024;
