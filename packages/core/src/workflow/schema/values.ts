import * as z from 'zod';

/** The small schemas that fields are made of. Their messages complete the sentence `"field" …`. */

export const nonBlank = z
  .string()
  .refine((text) => text.trim() !== '', { error: 'is blank', params: { blank: true } })
  .meta({ pattern: String.raw`\S` });

/** At most almost 25 days: a timer of Node that is set for longer fires at once. */
export const milliseconds = z.int32().positive().meta({ description: 'Milliseconds' });

/** How long to wait, which may be not at all. */
export const delay = z.int32().nonnegative();

export const positiveCount = z.int().positive();

export const textList = z.array(z.string());

/** Numbers and booleans are what YAML makes of `PORT: 8080`; a process environment has only text. */
export const environment = z.record(
  z.string().regex(/^[^=\0]+$/, { error: 'cannot be the name of a variable' }),
  z.union([z.string(), z.number(), z.boolean()]).transform((value) => String(value)),
);
