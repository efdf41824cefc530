import { PERMISSIONS } from '@agentflow/plugin-sdk';
import * as z from 'zod';
import { TRIGGER_RULES } from '../plan.js';
import { delay, environment, milliseconds, nonBlank, positiveCount, textList } from './values.js';

/** Fields of a file, besides `stages` and `nodes`. */
export const fileFields = {
  name: nonBlank.meta({ description: 'What the workflow is called' }),
  description: nonBlank.optional(),
  goal: z.string().optional().meta({ description: '$GOAL in prompts; --goal overrides it' }),
  adapter: nonBlank.optional().meta({ description: 'The agent of every node that names none' }),
  provider: nonBlank.optional().meta({ description: 'Alias of adapter' }),
  model: nonBlank.optional(),
  interactive: z.boolean().optional().meta({ description: 'false: the workflow must run with nobody to ask' }),
  mutates_checkout: z
    .boolean()
    .optional()
    .meta({ description: 'Whether it changes the working folder (default true)' }),
  tags: textList.optional(),
  inputs: z
    .record(
      z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: 'must be a name of letters, digits and _' }),
      z
        .object({
          description: z.string().optional(),
          required: z.boolean().optional(),
          default: z.union([z.string(), z.number(), z.boolean()]).optional(),
        })
        .nullable(),
    )
    .optional()
    .meta({ description: 'What --input name=value may set' }),
  max_parallel: positiveCount.optional(),
  env: environment.optional(),
  fail_fast: z.boolean().optional().meta({ description: 'Stop running nodes at the first failure' }),
  budget_usd: z.number().positive().optional().meta({ description: 'No new agent starts once known cost reaches it' }),
  timeout: milliseconds.optional(),
};

const retryPolicy = z.object({
  max_attempts: positiveCount.meta({ description: 'All tries, the first included' }),
  delay_ms: delay.optional(),
  max_delay_ms: delay.optional(),
  on_error: z.enum(['all', 'transient']).optional(),
});

/** Fields of every task and node, besides `id` and `depends_on`. */
export const commonFields = {
  name: nonBlank.optional().meta({ description: 'Shown instead of the id' }),
  description: z.string().optional(),
  when: z.union([nonBlank, z.boolean()]).optional().meta({ description: 'Skipped when the expression is false' }),
  trigger_rule: z.enum(TRIGGER_RULES).optional(),
  retry: z.union([positiveCount, retryPolicy]).optional(),
  timeout: milliseconds.optional().meta({ description: 'Milliseconds for each attempt' }),
  idle_timeout: milliseconds.optional().meta({ description: 'Milliseconds without output' }),
  output_type: nonBlank.optional().meta({ description: 'A label; json: the output must parse' }),
  always_run: z.boolean().optional().meta({ description: 'On resume run again although it was done' }),
  env: environment.optional(),
  cwd: nonBlank.optional().meta({ description: "Relative to the run's folder" }),
};

export const dependsOn = z.array(z.string()).optional().meta({ description: 'Ids of the nodes it waits for' });

/** Fields of every node that runs an agent. */
export const agentFields = {
  adapter: nonBlank.optional().meta({ description: 'Which agent runs it' }),
  provider: nonBlank.optional().meta({ description: 'Alias of adapter' }),
  model: nonBlank.optional(),
  executionMode: z.enum(['interactive', 'headless']).optional(),
  extraArgs: textList.optional().meta({ description: "Arguments for the agent's program" }),
  permissions: z.enum(PERMISSIONS).optional(),
  allowed_tools: textList.optional(),
  denied_tools: textList.optional(),
  context: z
    .union([z.literal('fresh'), z.object({ resume: nonBlank })])
    .optional()
    .meta({ description: 'fresh, or the node whose conversation is continued' }),
  output_format: z.record(z.string(), z.unknown()).optional().meta({ description: 'JSON Schema of the answer' }),
};

/** The fields that any node may have, whatever its type: no type can be called so. */
export const commonFieldNames: readonly string[] = [
  'id',
  'depends_on',
  ...Object.keys(commonFields),
  ...Object.keys(agentFields),
];

type Output<Fields extends Record<string, z.ZodType>> = { [Name in keyof Fields]?: z.output<Fields[Name]> };
export type FileValues = Output<typeof fileFields>;
export type CommonValues = Output<typeof commonFields>;
export type AgentValues = Output<typeof agentFields>;
