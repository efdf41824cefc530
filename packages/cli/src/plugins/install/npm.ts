import { spawn } from 'node:child_process';
import { CliError } from '../../cli-error.js';
import { EXIT_CODES } from '../../exit-codes.js';

/** npm said no. `code` is npm's own: E404, EINTEGRITY, ENOTFOUND. */
export class NpmError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** npm would wait a minute and more before it asks a registry again that did not answer, or answered wrongly. */
const IMPATIENT = ['--fetch-retry-mintimeout=500', '--fetch-retry-maxtimeout=5000', '--fetch-retry-factor=3'];
const QUIET = ['--json', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];

/** Runs npm in a folder and returns the JSON it printed. Install scripts do not run unless that is allowed. */
export async function npm(
  args: readonly string[],
  { folder, allowScripts = false }: { folder: string; allowScripts?: boolean },
): Promise<unknown> {
  const scripts = `--ignore-scripts=${!allowScripts}`;
  const { code, stdout, stderr } = await run([...args, ...QUIET, ...IMPATIENT, scripts], folder);
  const printed = parse(stdout);
  if (code === 0) return printed;
  throw toError(printed, stderr);
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(args: readonly string[], cwd: string): Promise<Ended> {
  // Of a project around us npm must not know: a workspace or an npm script that we were started by.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^npm_(config_(?!.*(registry|cache|userconfig))|package_|lifecycle_)/i.test(name),
  );
  return new Promise((resolve, reject) => {
    const child = spawn('npm', args, { cwd, env: Object.fromEntries(inherited), stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.once('error', (error) => reject(noNpm(error)));
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toError(printed: unknown, stderr: string): NpmError {
  const { code, summary, detail } =
    (printed as { error?: Record<string, string | undefined> } | undefined)?.error ?? {};
  const said = [summary, detail].filter(Boolean).join(' ') || lastWords(stderr);
  return new NpmError(code || (/^npm error code (\S+)/m.exec(stderr)?.[1] ?? 'unknown'), firstLine(said));
}

function lastWords(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.startsWith('npm error') && !/ code |complete log/.test(line));
  return lines.map((line) => line.replace(/^npm error (\S+ )?/, '')).join(' ') || stderr.trim() || 'npm failed.';
}

function firstLine(text: string): string {
  return text.split('\n')[0]?.trim() ?? '';
}

function noNpm(error: Error): CliError {
  return new CliError(`npm cannot be started: ${error.message}`, {
    code: 'no-npm',
    exitCode: EXIT_CODES.PLUGIN,
    hint: 'Plugins are npm packages; install npm, which comes with Node.js.',
    cause: error,
  });
}
