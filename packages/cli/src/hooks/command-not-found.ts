import type { Hook } from '@oclif/core/hooks';
import { unknownCommand } from '../unknown-command.js';

/** Never asks and never guesses: a wrong name must not run another command. */
const commandNotFound: Hook<'command_not_found'> = async ({ id, config }) => {
  const visible = config.commands.filter((command) => !command.hidden);
  throw unknownCommand(
    id,
    visible.map((command) => command.id),
  );
};

export default commandNotFound;
