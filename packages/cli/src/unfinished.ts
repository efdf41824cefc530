import { CliError } from './cli-error.js';
import { EXIT_CODES } from './exit-codes.js';
import { loadedTitles } from './plugins/loaded-plugins.js';

/** The error of a command that waits for something while nothing is left that could bring it. */
export function unfinished(): CliError {
  const plugins = loadedTitles();
  return new CliError('The command cannot be finished: it waits for something that never comes.', {
    code: 'unfinished',
    exitCode: plugins.length > 0 ? EXIT_CODES.PLUGIN : EXIT_CODES.FAILED,
    hint:
      plugins.length > 0
        ? `A plugin may have made a promise that it does not keep; loaded are ${plugins.join(', ')}.`
        : 'A config file that is code can be the cause; otherwise this is a bug in AgentFlow, please report it.',
  });
}
