import { string } from '@oclif/core/flags';

/** A plugin for one command, before all others. */
export const pluginFlag = {
  plugin: string({
    description: 'Use this plugin too, before all others: a package or a folder.',
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'PLUGIN',
  }),
};
