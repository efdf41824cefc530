import { Config } from '@oclif/core/config';
import { loadHelpClass } from '@oclif/core/help';
import type { LoadOptions } from '@oclif/core/interfaces';

/** oclif never takes the word "help" for what help is wanted of, and shows the list of commands instead. */
export async function showHelpOfHelp(options: Exclude<LoadOptions, Config | string | undefined>): Promise<void> {
  const config = await Config.load(options);
  const Help = await loadHelpClass(config);
  const help = new Help(config, config.pjson.oclif.helpOptions ?? {});
  await help.showCommandHelp(config.findCommand('help', { must: true }), []);
}
