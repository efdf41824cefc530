import { createInterface } from 'node:readline/promises';
import { CliError } from '../../cli-error.js';
import { EXIT_CODES } from '../../exit-codes.js';
import { plainText } from '../../sessions/text-layout.js';

/** A package that somebody wants to install. */
export interface Candidate {
  readonly name: string;
  readonly version: string;
  /** From the registry, where a scope belongs to its owner; a file may claim any name. */
  readonly isFromRegistry: boolean;
}

export interface Consent {
  /** `--yes`. */
  readonly yes: boolean;
  /** `allowedPlugins` of the config. */
  readonly allowed: readonly string[];
  readonly canAsk: boolean;
}

/** Returns when a person agrees that the code of packages may run here; else it is an error. All are asked about at once. */
export async function requireTrust(
  candidates: readonly Candidate[],
  { yes, allowed, canAsk }: Consent,
  signal: AbortSignal,
): Promise<void> {
  const strangers = candidates.filter((candidate) => !isTrusted(candidate, allowed));
  if (yes || strangers.length === 0) return;
  const isOne = strangers.length === 1;
  const titles = listed(strangers.map(({ name, version }) => `${name} ${version}`));
  const warning = `${titles} ${isOne ? 'runs' : 'run'} code with your permissions.`;
  if (!canAsk)
    throw new CliError(`${warning} Nobody can be asked here whether that is all right.`, {
      code: 'untrusted-plugin',
      exitCode: EXIT_CODES.PLUGIN,
      hint: hintFor(strangers),
    });
  if (await ask(`${plainText(warning)} Install ${isOne ? 'it' : 'them'}? [y/N] `, signal)) return;
  const names = listed(strangers.map(({ name }) => name));
  throw new CliError(`${names} ${isOne ? 'was' : 'were'} not installed.`, {
    code: 'untrusted-plugin',
    exitCode: EXIT_CODES.PLUGIN,
  });
}

/** The config can allow names of the registry only. */
function hintFor(strangers: readonly Candidate[]): string {
  const [it, allows] = strangers.length === 1 ? ['it', 'allows it'] : ['them', 'allows them'];
  if (!strangers.every(({ isFromRegistry }) => isFromRegistry)) return `--yes installs ${it}.`;
  const names = strangers.map(({ name }) => JSON.stringify(name)).join(', ');
  return `--yes installs ${it}; 'allowedPlugins: [${names}]' in the config ${allows} for good.`;
}

function listed(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}

/** Whether nobody has to be asked. */
function isTrusted({ name, isFromRegistry }: Candidate, allowed: readonly string[]): boolean {
  return isFromRegistry && ['@agentflow/*', ...allowed].some((pattern) => matches(name, pattern));
}

/** `*` stands for anything but a slash. */
function matches(name: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]*')}$`).test(name);
}

async function ask(question: string, signal: AbortSignal): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C and Ctrl-D are a no, and leave the cursor behind the question.
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('\n')));
  const asked = terminal.question(question, { signal }).catch(() => '\n');
  const answer = await Promise.race([asked, closed]);
  if (answer === '\n') process.stderr.write(answer);
  terminal.close();
  signal.throwIfAborted();
  return /^y(es)?$/i.test(answer.trim());
}
