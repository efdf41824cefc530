import { string as argument } from '@oclif/core/args';
import { Config } from '@oclif/core/config';
import { integer, string } from '@oclif/core/flags';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BaseCommand } from './base-command.js';
import { CliError } from './cli-error.js';
import { EXIT_CODES } from './exit-codes.js';

class Probe extends BaseCommand {
  static override id = 'plugins:probe';
  static override args = { target: argument({ required: true }), other: argument() };
  static override flags = {
    goal: string(),
    concurrency: integer({ min: 1 }),
    mode: string({ options: ['fast', 'slow'] }),
    token: string({ dependsOn: ['goal'] }),
    input: string({ parse: async (text) => nameAndValue(text) }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Probe);
    if (args.target === 'bug') throw new TypeError('x is not a function');
    if (args.target === 'cancelled') this.exit(EXIT_CODES.CANCELLED);
    if (args.target === 'missing')
      throw new CliError('No adapter.', { code: 'no-adapter', exitCode: EXIT_CODES.PLUGIN });
    this.talk('looking');
    if (flags.json) this.printJson({ target: args.target });
    else this.printData(args.target);
  }
}

function nameAndValue(text: string): string {
  if (!text.includes('='))
    throw new CliError(`"${text}" is not name=value`, { code: 'usage', exitCode: EXIT_CODES.USAGE });
  return text;
}

interface Ended {
  stdout: string;
  stderr: string;
  exitCode: typeof process.exitCode;
}

async function probe(...argv: string[]): Promise<Ended> {
  const pjson = { name: 'probe', version: '1.0.0', oclif: { bin: 'agentflow' } };
  const ended: Ended = { stdout: '', stderr: '', exitCode: undefined };
  for (const name of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      ended[name] += text;
      return true;
    });
  }
  await Probe.run(argv, await Config.load({ root: import.meta.dirname, pjson }));
  ended.exitCode = process.exitCode;
  return ended;
}

beforeEach(() => {
  vi.stubEnv('NO_COLOR', '1');
  vi.stubEnv('FORCE_COLOR', undefined);
  vi.stubEnv('DEBUG', undefined);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

test('data goes to stdout and talk to stderr', async () => {
  expect(await probe('x')).toEqual({ stdout: 'x\n', stderr: 'looking\n', exitCode: undefined });
  expect(await probe('x', '--json')).toEqual({ stdout: '{"target":"x"}\n', stderr: 'looking\n', exitCode: undefined });
});

test.each([
  [[], 'Missing argument TARGET.'],
  [['x', 'y', 'z'], 'Unexpected argument: z'],
  [['x', '--goall=1'], 'Unknown flag --goall. Did you mean --goal?'],
  [['x', '--zzz', '-q'], 'Unknown flags --zzz -q.'],
  [['x', '--goal'], 'Flag --goal expects a value'],
  [['x', '--mode', 'odd'], 'Expected --mode=odd to be one of: fast, slow'],
  [['x', '--token', 't'], 'All of the following must be provided when using --token: --goal'],
  [['x', '--concurrency', 'many'], '--concurrency: Expected an integer but received: many'],
  [['x', '--input', 'name'], '--input: "name" is not name=value'],
])('wrong usage %j exits with 2', async (argv, message) => {
  const hint = 'agentflow plugins probe --help shows its usage';
  expect(await probe(...argv)).toEqual({ stdout: '', stderr: `error: ${message}\nhint: ${hint}\n`, exitCode: 2 });
  const asJson = await probe(...argv.slice(0, 1), '--json', ...argv.slice(1));
  expect(JSON.parse(asJson.stdout)).toEqual({ error: { code: 'usage', message, hint } });
  expect(asJson).toMatchObject({ stderr: '', exitCode: 2 });
});

test('an error keeps its exit code with and without --json', async () => {
  expect(await probe('missing')).toEqual({ stdout: '', stderr: 'error: No adapter.\n', exitCode: 4 });
  const stdout = '{"error":{"code":"no-adapter","message":"No adapter."}}\n';
  expect(await probe('missing', '--json')).toEqual({ stdout, stderr: '', exitCode: 4 });
});

test('this.exit leaves with its code and no words', async () => {
  expect(await probe('cancelled')).toEqual({ stdout: '', stderr: '', exitCode: 6 });
});

test('anything else is an internal error, with a stack only when debugging', async () => {
  const stderr = `internal error: x is not a function
hint: This is a bug in AgentFlow; please report it. AGENTFLOW_DEBUG=1 shows where it happened.
`;
  expect(await probe('bug')).toEqual({ stdout: '', stderr, exitCode: 1 });
  vi.stubEnv('AGENTFLOW_DEBUG', '1');
  expect((await probe('bug')).stderr).toMatch(/TypeError: x is not a function\n {4}at Probe\.run/);
});
