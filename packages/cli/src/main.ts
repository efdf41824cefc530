import { run } from '@oclif/core/run';
import { settings } from '@oclif/core/settings';
import { type CommandTable, loadCommandPlugins } from './command-plugins.js';
import { OutputWatch } from './output-watch.js';
import { faultOf, passOnFault } from './plugins/late-faults.js';
import { reportOutputError, reportStartError } from './report-start-error.js';
import { unfinished } from './unfinished.js';

/** As it is before a plugin is loaded, from when on nobody else can end the process. */
const exit = process.exit.bind(process);

/** Runs the command line of the package in `root`, and ends the process. */
export async function main(argv: string[], root: string, table: CommandTable): Promise<void> {
  // Always the built commands: NODE_ENV=test or development in the user's shell must not start a search for TypeScript.
  settings.enableAutoTranspile = false;
  // oclif knows `-h` only after a command.
  if (argv[0] === '-h') argv[0] = '--help';

  const output = new OutputWatch((error) => {
    const fault = faultOf(error);
    // A live session ends in order, and its command reports the fault.
    if (!fault || !passOnFault(fault)) fail(fault ?? error);
  });
  process.once('beforeExit', () => fail(unfinished()));
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
    // What the command still does meanwhile does not change how it ended.
    await end(process.exitCode);
  }

  // Ends the process, since a timer or a socket that a plugin forgot must not keep a finished command alive.
  async function end(code?: typeof process.exitCode): Promise<void> {
    const error = await output.drain();
    if (error) reportOutputError(error);
    if (process.exitCode === 129 && output.hasTerminal) dieOfHangup();
    exit(code ?? process.exitCode);
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
