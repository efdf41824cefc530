import { type Invocation, readCommandLine, UsageError } from './command-line.js';
import { Input } from './input.js';
import { exitProcess, write } from './output.js';
import { ScriptError } from './read-step.js';
import { startAgent } from './start-agent.js';

/** The program `agentflow-fake-agent`. */
async function main([, program = '', ...args]: readonly string[]): Promise<void> {
  try {
    const invocation = readCommandLine(program, args);
    if (invocation.wants) return await print(await informationFor(invocation));
    await startAgent({ invocation, argv: args, input: new Input(), environment: process.env });
  } catch (error) {
    if (error instanceof UsageError) return complain(error.message, error.exitCode);
    if (error instanceof ScriptError) return complain(error.message, BAD_SCRIPT);
    throw error;
  }
}

/** EX_DATAERR: no agent that is played here uses it. */
const BAD_SCRIPT = 65;

async function informationFor({ as, wants }: Invocation): Promise<string> {
  const { versionOf, HELP } = await import('./information.js');
  return wants === 'help' ? HELP : versionOf(as);
}

async function print(text: string): Promise<void> {
  await write('stdout', `${text}\n`);
  await exitProcess(0);
}

async function complain(message: string, exitCode: number): Promise<void> {
  await write('stderr', `${message}\n`);
  await exitProcess(exitCode);
}

await main(process.argv);
