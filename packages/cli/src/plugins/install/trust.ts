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

/** Returns when a person agrees that the code of a package may run here; else it is an error. */
export async function requireTrust(candidate: Candidate, consent: Consent, signal: AbortSignal): Promise<void> {
  if (consent.yes || isTrusted(candidate, consent.allowed)) return;
  const { name, version } = candidate;
  const warning = `${name} ${version} runs code with your permissions.`;
  if (!consent.canAsk)
    throw new CliError(`${warning} Nobody can be asked here whether that is all right.`, {
      code: 'untrusted-plugin',
      exitCode: EXIT_CODES.PLUGIN,
      hint: candidate.isFromRegistry
        ? `--yes installs it; 'allowedPlugins: ["${name}"]' in the config allows it for good.`
        : '--yes installs it.',
    });
  if (await ask(`${plainText(warning)} Install it? [y/N] `, signal)) return;
  throw new CliError(`${name} was not installed.`, { code: 'untrusted-plugin', exitCode: EXIT_CODES.PLUGIN });
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
