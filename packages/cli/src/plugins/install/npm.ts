import { createMarks, HeadlessRunner, Reaper } from '@agentflow/core';
import { CliError } from '../../cli-error.js';
import { EXIT_CODES } from '../../exit-codes.js';
import { unlessAborted } from './interruption.js';

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

export interface NpmOptions {
  readonly folder: string;
  readonly allowScripts?: boolean;
  /** Aborting it ends npm with everything that it started; its reason is thrown then. */
  readonly signal: AbortSignal;
}

/** Runs npm in a folder and returns the JSON it printed. Install scripts do not run unless that is allowed. */
export async function npm(args: readonly string[], options: NpmOptions): Promise<unknown> {
  const scripts = `--ignore-scripts=${!options.allowScripts}`;
  const { code, stdout, stderr } = await run([...args, ...QUIET, ...IMPATIENT, scripts], options);
  const printed = parse(stdout);
  if (code === 0) return printed;
  throw toError(printed, stderr);
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(args: readonly string[], { folder, signal }: NpmOptions): Promise<Ended> {
  signal.throwIfAborted();
  const marks = createMarks();
  // Should we be killed, nobody else would end npm.
  const reaper = new Reaper(marks.run);
  const runner = new HeadlessRunner({
    launch: { command: 'npm', args },
    cwd: folder,
    env: environment(),
    token: marks.next(),
    reaper,
  });
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  runner.on('bytes', (bytes, stream) => (stream === 'stdout' ? stdout : stderr).push(bytes));
  const exited = new Promise<number | null>((resolve) => runner.once('exit', ({ exitCode }) => resolve(exitCode)));
  try {
    const started = await runner.start();
    if (!started.ok) throw noNpm(started.error.message);
    const code = await unlessAborted(signal, exited);
    return { code, stdout: Buffer.concat(stdout).toString('utf8'), stderr: Buffer.concat(stderr).toString('utf8') };
  } finally {
    if (runner.ended === null) await runner.stop({ graceMs: GRACE_MS });
    await reaper.done();
  }
}

const GRACE_MS = 2000;

/** Of a project around us npm must not know: a workspace or an npm script that we were started by. */
function environment(): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !/^npm_(config_(?!.*(registry|cache|userconfig))|package_|lifecycle_)/i.test(entry[0]),
  );
  return Object.fromEntries(inherited);
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

function noNpm(reason: string): CliError {
  return new CliError(`npm cannot be started: ${reason}`, {
    code: 'no-npm',
    exitCode: EXIT_CODES.PLUGIN,
    hint: 'Plugins are npm packages; install npm, which comes with Node.js.',
  });
}
