import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const BIN = fileURLToPath(new URL('../bin/run.js', import.meta.url));
const UNKNOWN = '"autocomplte" is not an agentflow command. Did you mean "autocomplete"?';
const HINT = 'agentflow --help lists the commands';

function shell(command: string) {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, NODE_ENV: undefined };
  const { stdout, stderr, status } = spawnSync('bash', ['-c', command, BIN], { encoding: 'utf8', env });
  return { stdout, stderr, status };
}

test('--version and -h answer on stdout', () => {
  expect(shell('$0 --version')).toMatchObject({ stdout: expect.stringMatching(/^@agentflow\/cli\/\d/), status: 0 });
  expect(shell('$0 -h')).toEqual(shell('$0 --help'));
  expect(shell('$0 -h')).toMatchObject({ stderr: '', status: 0 });
});

test('the program alone shows the help', () => {
  expect(shell('$0')).toEqual(shell('$0 --help'));
  expect(shell('$0')).toMatchObject({
    stdout: expect.stringContaining('$ agentflow [COMMAND]'),
    stderr: '',
    status: 0,
  });
});

test.each(['$0 autocomplte bash', '$0 autocomplte --help', '$0 help autocomplte'])(
  '%s suggests a command',
  (command) => {
    expect(shell(command)).toEqual({ stdout: '', stderr: `error: ${UNKNOWN}\nhint: ${HINT}\n`, status: 2 });
  },
);

test('an unknown command under --json is a document', () => {
  const { stdout, stderr, status } = shell('$0 autocomplte --json');
  expect(JSON.parse(stdout)).toEqual({ error: { code: 'unknown-command', message: UNKNOWN, hint: HINT } });
  expect({ stderr, status }).toEqual({ stderr: '', status: 2 });
});

test('wrong usage of a command that comes with oclif exits with 2', () => {
  const stderr = `error: Unknown flag --nested.\nhint: ${HINT}\n`;
  expect(shell('$0 help --nested')).toEqual({ stdout: '', stderr, status: 2 });
});

test('a reader that leaves early costs no words', () => {
  expect(shell('$0 --help | true')).toEqual({ stdout: '', stderr: '', status: 0 });
});

test.runIf(process.platform === 'linux')('output that cannot be written is a failure', () => {
  const stderr = 'error: Cannot write the output: ENOSPC: no space left on device, write\n';
  expect(shell('$0 --help > /dev/full')).toEqual({ stdout: '', stderr, status: 1 });
});
