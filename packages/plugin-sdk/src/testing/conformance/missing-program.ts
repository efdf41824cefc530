import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename, join } from 'node:path';
import type { AdapterFactory, ExecutionMode } from '../../adapter.js';
import { createUnderTest, modesOf } from './adapter-under-test.js';
import { type ConformanceCase, conformanceCase } from './conformance-case.js';
import { inOwnFolder } from './run-fake-agent.js';

/** What is told when the program is not there. Node cannot be missing, so nobody is asked about that. */
export function missingProgramCases(factory: AdapterFactory): ConformanceCase[] {
  const adapter = createUnderTest(factory);
  return modesOf(adapter)
    .filter((mode) => adapter.getLaunchConfig(mode, 'P').command !== process.execPath)
    .map((mode) =>
      conformanceCase(`${mode}: a missing program is a failure that names it and says how to install it`, async () => {
        const { command, message, hint } = await launchMissing(factory, mode);
        assert.equal(message, `The program "${command}" is not on the PATH.`);
        assert.match(hint, /^Install it: \S/, 'It is not said how to install it: "installHint" is empty.');
      }),
    );
}

/** Starts the program where there is none; what comes of it is in the words of AgentFlow. */
async function launchMissing(factory: AdapterFactory, mode: ExecutionMode) {
  const adapter = createUnderTest(factory);
  const { command, args } = adapter.getLaunchConfig(mode, 'P');
  const code = await inOwnFolder((folder) => startErrorIn(folder, command, args));
  assert.equal(code, 'ENOENT', `"${command}" was started, or could not be started for another reason: ${code}.`);
  const { program } = adapter;
  return {
    command,
    message: program ? `The program "${program.command}" is not on the PATH.` : `spawn ${command} ENOENT`,
    hint: program?.installHint ? `Install it: ${program.installHint}` : '',
  };
}

async function startErrorIn(folder: string, command: string, args: readonly string[]): Promise<string | undefined> {
  const missing = command.includes('/') ? join(folder, basename(command)) : command;
  const child = spawn(missing, args, { cwd: folder, env: { PATH: folder }, stdio: 'ignore' });
  try {
    await once(child, 'spawn');
    child.kill('SIGKILL');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}
