import { dirname, extname } from 'node:path';
import { type Config, type ConfigResult, checkConfig, type Diagnostic, readConfig } from '@agentflow/core';
import { CliError } from '../cli-error.js';
import { divertStdout } from '../divert-stdout.js';
import { EXIT_CODES } from '../exit-codes.js';
import { shortPath } from '../short-path.js';
import { codeError } from './code-error.js';
import { hasOneOf, mayHaveConfig, PROJECT_PLACES, USER_PLACES } from './config-places.js';
import { userFolder } from './user-folders.js';

/** A config file that was found. */
export interface ConfigFile {
  readonly origin: 'project' | 'user';
  readonly file: string;
  readonly folder: string;
  /** The file as a person in the working folder would type it. */
  readonly label: string;
  /** A program cannot be edited by `plugins install`. */
  readonly isCode: boolean;
  readonly config: Config;
}

/** The config files that hold in a folder: the project's, then the user's. An invalid one is a `ConfigError`. */
export async function loadConfigFiles(folder: string): Promise<ConfigFile[]> {
  const project = mayHaveConfig(folder) ? await search(folder, 'project') : undefined;
  const user = hasOneOf(userFolder(), USER_PLACES) ? await search(folder, 'user') : undefined;
  return [project, user].filter((file) => file !== undefined);
}

/** A config that cannot be used, with all that is wrong with it. */
export class ConfigError extends CliError {
  readonly diagnostics: readonly Diagnostic[];
  readonly text: string;

  constructor(diagnostics: readonly Diagnostic[], text: string) {
    const [first, ...others] = diagnostics;
    const more = others.length === 0 ? [] : [`agentflow config shows all ${diagnostics.length} problems.`];
    super(first?.message ?? 'The config is invalid.', {
      code: 'invalid-config',
      exitCode: EXIT_CODES.INVALID,
      file: first?.file,
      line: first?.line,
      column: first?.column,
      hint: [first?.hint, ...more].filter((hint) => hint !== undefined).join('\n') || undefined,
    });
    this.diagnostics = diagnostics;
    this.text = text;
  }
}

async function search(folder: string, origin: ConfigFile['origin']): Promise<ConfigFile | undefined> {
  const { cosmiconfig } = await import('cosmiconfig');
  const explorer = cosmiconfig('agentflow', {
    searchPlaces: [...(origin === 'project' ? PROJECT_PLACES : USER_PLACES)],
    searchStrategy: origin === 'project' ? 'project' : 'none',
    cache: false,
    loaders: {
      '.yaml': asText,
      '.yml': asText,
      '.json': asText,
      noExt: asText,
      '.js': asCode,
      '.mjs': asCode,
      '.ts': asCode,
    },
  });
  const found = await explorer.search(origin === 'project' ? folder : userFolder());
  if (!found) return undefined;
  const { filepath: file, config: loaded } = found as { filepath: string; config: Loaded };
  const label = shortPath(folder, file);
  const result = await read(loaded, { file, label });
  if (!result.ok) throw new ConfigError(result.diagnostics, result.text);
  return { origin, file, folder: dirname(file), label, isCode: isCode(file), config: result.config };
}

/** What our loaders hand through cosmiconfig: the reading has to know the name that diagnostics show. */
type Loaded = { readonly text: string } | { readonly module: () => Promise<unknown> };

const asText = (_file: string, text: string): Loaded => ({ text });
const asCode = (file: string): Loaded => ({ module: () => importConfig(file) });

async function read(loaded: Loaded, { file, label }: { file: string; label: string }): Promise<ConfigResult> {
  if ('text' in loaded) return readConfig(loaded.text, label);
  try {
    return checkConfig(await loaded.module(), label);
  } catch (error) {
    const { reason, line, column } = codeError(error, file);
    throw new CliError(`The config cannot be loaded: ${reason}`, {
      code: 'broken-config',
      exitCode: EXIT_CODES.INVALID,
      file: label,
      line,
      column,
      hint: 'It is a program and has to export its config as default; a YAML file is read without running anything.',
      cause: error,
    });
  }
}

/** jiti reads TypeScript, and JavaScript in both module formats. */
async function importConfig(file: string): Promise<unknown> {
  const { createJiti } = await import('jiti');
  const jiti = createJiti(import.meta.url, { fsCache: false });
  return await withoutExit(() => divertStdout(() => jiti.import(file, { default: true })));
}

/** A config that ended the process would end every command in silence, as if it had worked. */
async function withoutExit<Result>(run: () => Promise<Result>): Promise<Result> {
  const { exit } = process;
  process.exit = (code) => {
    throw new Error(`it called process.exit(${code ?? ''})`);
  };
  try {
    return await run();
  } finally {
    process.exit = exit;
  }
}

function isCode(file: string): boolean {
  return ['.js', '.mjs', '.ts'].includes(extname(file));
}
