import * as z from 'zod';

const taskId = z.string();
const cells = z.number().int().min(1).max(10_000);

/** What another process may ask of a live session: one JSON object on one line, answered by one. */
export const controlRequest = z.discriminatedUnion('command', [
  z.object({ command: z.literal('cancel'), reason: z.string() }),
  /** With `continues` it is the rest of the text before, which is recorded already. */
  z.object({ command: z.literal('send'), taskId, text: z.string(), continues: z.boolean().optional() }),
  z.object({ command: z.literal('complete'), taskId }),
  z.object({ command: z.literal('answer'), taskId, decision: z.enum(['approve', 'reject']), message: z.string() }),
  /** From the reply on, `TerminalNews` come on the connection. Without a size one only looks. */
  z.object({ command: z.literal('attach'), taskId, size: z.object({ columns: cells, rows: cells }).nullable() }),
  /** Only on a connection that is attached; not answered. */
  z.object({ command: z.literal('type'), keys: z.string() }),
  z.object({ command: z.literal('resize'), columns: cells, rows: cells }),
]);

/** What another process may ask of a live session, as one line of JSON. */
export type ControlRequest = z.output<typeof controlRequest>;

/** What the session answers; `message` says to a person why it refused. */
export type ControlReply = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** What comes on an attached connection, one JSON object per line. */
export type TerminalNews =
  | { readonly bytes: string /** Base64. */ }
  /** The screen is drawn anew: what was shown before counts no more. */
  | { readonly again: true }
  | { readonly ended: true; readonly usedRows: number };

/** A longer request is not one of ours. */
export const LONGEST_REQUEST = 4 * 1024 * 1024;
