import { expect, test } from 'vitest';
import { unknownCommand } from './unknown-command.js';

const COMMANDS = ['run', 'validate', 'sessions', 'sessions:prune', 'plugins', 'plugins:install', 'plugins:list'];

test.each([
  ['vlidate', '"vlidate" is not an agentflow command. Did you mean "validate"?'],
  ['vlidate:flow.yaml', '"vlidate" is not an agentflow command. Did you mean "validate"?'],
  ['plugins:instal:adapter-x', '"plugins instal" is not an agentflow command. Did you mean "plugins install"?'],
  ['plugin:install:adapter-x', '"plugin install" is not an agentflow command. Did you mean "plugins install"?'],
  ['session:prun', '"session prun" is not an agentflow command. Did you mean "sessions prune"?'],
  ['sessions:everything', '"sessions everything" is not an agentflow command.'],
  ['--verion', '"--verion" is not an agentflow command. Did you mean "--version"?'],
  ['deploy:now', '"deploy" is not an agentflow command.'],
])('%s', (id, message) => {
  expect(unknownCommand(id, COMMANDS)).toMatchObject({
    message,
    code: 'unknown-command',
    exitCode: 2,
    hint: 'agentflow --help lists the commands',
  });
});

test('a flag before the command', () => {
  expect(unknownCommand('--json', COMMANDS)).toMatchObject({
    message: 'The flag "--json" stands where the command has to be.',
    code: 'unknown-command',
    exitCode: 2,
    hint: 'Write it behind the command: agentflow COMMAND --json',
  });
});
