import { readFile } from 'node:fs/promises';
import { defineNodeType } from '@agentflow/plugin-sdk';
import * as z from 'zod';
import { nonBlank } from '../workflow/schema/values.js';
import { parseCommandFile } from './command-file.js';
import { checkCommandFile, searchHint } from './resource-problems.js';

/** Like prompt, its text from `<name>.md` in the command folders. */
export const command = defineNodeType({
  schema: z.object({ command: nonBlank }),
  templates: { command: 'literal' },
  usesAgent: () => true,
  check: (config, host) => checkCommandFile(config.command, ['command'], host),
  run: async (config, context) => {
    const search = context.findResource('command', config.command, ['.md']);
    if (!search.found) {
      const hint = searchHint(`${config.command}.md`, search);
      return { status: 'failed', reason: 'not-started', message: `There is no command "${config.command}".`, hint };
    }
    const { prompt, model } = parseCommandFile(await readFile(search.file, 'utf8'));
    const { outcome } = await context.runAgent({
      prompt: context.render(prompt),
      ...(model && { options: { model } }),
    });
    return outcome;
  },
});
