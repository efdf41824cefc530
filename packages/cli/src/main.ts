import { run } from '@oclif/core/run';
import { settings } from '@oclif/core/settings';
import { type CommandTable, loadCommandPlugins } from './command-plugins.js';
import { OutputWatch } from './output-watch.js';
import { reportOutputError, reportStartError } from './report-start-error.js';

/** Runs the command line of the package in `root`, and ends the process. */
export async function main(argv: string[], root: string, table: CommandTable): Promise<void> {
  // Always the built commands: NODE_ENV=test or development in the user's shell must not start a search for TypeScript.
  settings.enableAutoTranspile = false;
  // oclif knows `-h` only after a command.
  if (argv[0] === '-h') argv[0] = '--help';

  const output = new OutputWatch((error) => fail(error));
  const load = (first?: string) => loadCommandPlugins(root, table, first);
  try {
    const options = { root, plugins: await load(argv[0]) };
    if (asksForHelpOfHelp(argv)) await (await import('./help-of-help.js')).showHelpOfHelp(options);
    else await run(argv, options);
  } catch (error) {
    return fail(error);
  }
  await end();

  async function fail(error: unknown): Promise<void> {
    output.stopCatching();
    await reportStartError(error, { argv, commandIds: async () => commandIds(await load()) });
    await end();
  }

  // Ends the process, since a timer or a socket that a plugin forgot must not keep a finished command alive.
  async function end(): Promise<void> {
    const error = await output.drain();
    if (error) reportOutputError(error);
    if (process.exitCode === 129 && output.hasTerminal) dieOfHangup();
    process.exit();
  }
}

/** Whether the help of the command `help` itself is wanted, by `help --help` or `help help`. */
function asksForHelpOfHelp([first, ...others]: readonly string[]): boolean {
  return first === 'help' && others.length > 0 && others.every((word) => ['help', '--help', '-h'].includes(word));
}

function commandIds(plugins: Awaited<ReturnType<typeof loadCommandPlugins>>): string[] {
  return [...plugins.values()].flatMap(({ commands }) => commands.filter(({ hidden }) => !hidden).map(({ id }) => id));
}

/** Node may abort with a core dump when it exits after its terminal did (nodejs/node#51519). */
function dieOfHangup(): void {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}
