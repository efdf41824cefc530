import { PERMISSIONS } from '@agentflow/plugin-sdk';
import * as z from 'zod';
import { environment, nonBlank, positiveCount, textList } from '../workflow/schema/values.js';

const promptPlacement = z.union([
  z.enum(['last', 'after-dashes']),
  z.object({ flag: nonBlank, join: z.literal('=').optional() }),
]);

const mode = z.object({ args: textList.optional(), prompt: promptPlacement, commandMark: nonBlank.optional() });

const optionArguments = z.object({
  model: textList.optional(),
  permissions: z.partialRecord(z.enum(PERMISSIONS), textList).optional(),
  allowedTools: textList.optional(),
  deniedTools: textList.optional(),
  resume: textList.optional(),
  newConversation: textList.optional(),
  outputFormat: textList.optional(),
});

/** An agent as data, or what is different about one that is registered already. */
const adapterSetting = z.object({
  command: nonBlank.optional(),
  versionArgs: textList.optional(),
  installHint: nonBlank.optional(),
  testedVersions: nonBlank.optional(),
  modes: z.object({ interactive: mode.optional(), headless: mode.optional() }).optional(),
  env: environment.optional(),
  options: optionArguments.optional(),
  extraArgs: textList.optional(),
});

const adapterName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, {
  error: 'must be a name of letters, digits, ".", "_" and "-"',
});

/** Not the keys that programs cannot do without, nor those that terminals send for Tab, Enter and Escape. */
const stepOutKey = z.string().refine((key) => /^ctrl-[abe-hkln-y\]\\^_]$/i.test(key), {
  error: ({ input }) => `must be a key such as ctrl-b, but it is ${JSON.stringify(input)}`,
  params: { hint: 'Write "ctrl-" and a letter, "]", "\\", "^" or "_"; the letters c, d, i, j, m and z are taken.' },
});

/** Fields of a config file. */
export const configFields = {
  plugins: z.array(z.union([nonBlank, z.tuple([nonBlank, z.record(z.string(), z.unknown()).optional()])])),
  adapters: z.record(adapterName, adapterSetting),
  defaults: z.object({
    adapter: nonBlank.optional(),
    concurrency: positiveCount.optional(),
    permissions: z.enum(PERMISSIONS).optional(),
  }),
  commandDirs: z.array(nonBlank),
  scriptDirs: z.array(nonBlank),
  redact: z.array(nonBlank),
  allowedPlugins: z.array(nonBlank),
  /** Commands for bash that get the event as JSON on stdin. */
  notifications: z.object({ on_waiting: nonBlank.optional(), on_finished: nonBlank.optional() }),
  terminal: z.object({ stepOutKey: stepOutKey.optional() }),
};

/** What a config file says about one agent: a whole definition, or changes to a registered one. */
export type AdapterSetting = z.output<typeof adapterSetting>;
export type ConfigDefaults = z.output<typeof configFields.defaults>;
export type NotificationSetting = z.output<typeof configFields.notifications>;
export type TerminalSetting = z.output<typeof configFields.terminal>;
