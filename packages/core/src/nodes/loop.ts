import { defineNodeType, type NodeProblem } from '@agentflow/plugin-sdk';
import * as z from 'zod';
import { nonBlank, positiveCount } from '../workflow/schema/values.js';
import { checkCommandFile } from './resource-problems.js';

const settings = z
  .object({
    prompt: nonBlank.optional(),
    command: nonBlank.optional(),
    until: nonBlank.optional(),
    until_bash: nonBlank.optional(),
    max_iterations: positiveCount,
    fresh_context: z.boolean().default(false),
    interactive: z.boolean().default(false),
    gate_message: nonBlank.optional(),
  })
  .meta({ description: 'Repeats an agent until its answer or a command says it is done' });

/** Repeats an agent until it is done. */
export const loop = defineNodeType({
  schema: z.object({ loop: settings }),
  templates: {
    'loop.prompt': 'deferred',
    'loop.gate_message': 'deferred',
    'loop.until_bash': 'bash',
    'loop.command': 'literal',
    'loop.until': 'literal',
  },
  variables: ['LOOP_ITERATION', 'LOOP_PREV_OUTPUT', 'LOOP_USER_INPUT'],
  usesAgent: () => true,
  needsPerson: (config) => config.loop.interactive,
  check: (config, host) => [
    ...checkSource(config.loop),
    ...checkEnd(config.loop),
    ...(config.loop.command === undefined ? [] : checkCommandFile(config.loop.command, ['loop', 'command'], host)),
  ],
  run: async () => ({
    status: 'failed',
    reason: 'not-started',
    message: 'Loop nodes can be checked, but not run yet.',
  }),
});

type Settings = z.output<typeof settings>;

function checkSource({ prompt, command }: Settings): NodeProblem[] {
  if (prompt !== undefined && command !== undefined) {
    return [
      {
        path: ['loop', 'command'],
        message: 'The loop has both "prompt" and "command"; keep one.',
        hint: 'Take one of the two out.',
      },
    ];
  }
  if (prompt !== undefined || command !== undefined) return [];
  return [
    {
      path: ['loop'],
      code: 'missing-field',
      message: 'The loop has neither "prompt" nor "command".',
      hint: 'Say what the agent is to do each time.',
    },
  ];
}

function checkEnd({ until, until_bash }: Settings): NodeProblem[] {
  if (until !== undefined || until_bash !== undefined) return [];
  const hint = 'Add "until", a word the agent answers when it is done, or "until_bash", a command that exits 0 then.';
  return [{ path: ['loop'], code: 'missing-field', message: 'The loop has neither "until" nor "until_bash".', hint }];
}
