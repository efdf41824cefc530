import type { Plan } from '@agentflow/core';
import { didYouMean } from '@agentflow/core';
import { CliError } from './cli-error.js';
import { EXIT_CODES } from './exit-codes.js';

/** Reads `--input name=value` flags. */
export function parseInputs(flags: readonly string[]): Record<string, string> {
  const pairs = flags.map((flag) => {
    const separator = flag.indexOf('=');
    if (separator > 0) return [flag.slice(0, separator), flag.slice(separator + 1)] as const;
    throw new CliError(`--input ${flag}: a name and a value are needed.`, {
      code: 'usage',
      exitCode: EXIT_CODES.USAGE,
      hint: 'Write --input name=value.',
    });
  });
  return Object.fromEntries(pairs);
}

/** Refuses inputs that the workflow does not declare, and the lack of those it requires. */
export function checkInputs({ name, inputs }: Plan, given: Readonly<Record<string, string>>): void {
  const declared = Object.keys(inputs);
  for (const input of Object.keys(given)) {
    if (Object.hasOwn(inputs, input)) continue;
    throw new CliError(`The workflow "${name}" has no input "${input}".`, {
      code: 'unknown-input',
      exitCode: EXIT_CODES.USAGE,
      hint:
        didYouMean(input, declared) ??
        (declared.length > 0 ? `It has ${declared.join(', ')}.` : 'It declares no inputs.'),
    });
  }
  const missing = Object.entries(inputs).filter(
    ([input, { required, default: fallback }]) => required && fallback === undefined && !Object.hasOwn(given, input),
  );
  const [first] = missing;
  if (!first) return;
  const described = missing.map(([input, { description }]) => (description ? `${input} (${description})` : input));
  throw new CliError(`The workflow "${name}" needs ${described.join(', ')}.`, {
    code: 'missing-input',
    exitCode: EXIT_CODES.INVALID,
    hint: `Add ${missing.map(([input]) => `--input ${input}=…`).join(' ')}`,
  });
}
