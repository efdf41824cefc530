import { execFile } from 'node:child_process';
import type { AdapterFactory, AgentProgram, RegistryEntry } from '@agentflow/core';
import satisfies from 'semver/functions/satisfies.js';
import type { Project } from '../project.js';
import { type Check, error, ok, warning } from './check.js';

const LONGEST_MS = 15_000;

/** Each agent: whether its program is there, and whether its version is one that the adapter was tested with. */
export async function checkAgent(entry: RegistryEntry<AdapterFactory>, { host }: Project): Promise<Check> {
  const name = `agent ${entry.name}`;
  if (entry.trouble) return error(name, entry.trouble.reason, entry.trouble.hint);
  try {
    const { program } = (await entry.load())({ name: '', cwd: process.cwd(), env: {} });
    if (!program) return ok(name, `from ${entry.source.plugin}`);
    if (!host.hasProgram(program.command)) {
      const fix = program.installHint ? `Install it: ${program.installHint}` : `Put "${program.command}" on the PATH.`;
      return warning(name, `the program "${program.command}" is not on the PATH`, fix);
    }
    return await checkVersion(name, program);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return error(name, `its adapter cannot be used: ${reason}`, `Look at ${entry.source.plugin}.`);
  }
}

async function checkVersion(
  name: string,
  { command, versionArgs, testedVersions, installHint }: AgentProgram,
): Promise<Check> {
  const answer = await ask(command, versionArgs);
  const called = [command, ...versionArgs].join(' ');
  if (!answer.ok) return error(name, `"${called}" failed: ${answer.reason}`, `Call it yourself to see why.`);
  const version = /\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?/.exec(answer.text)?.[0];
  if (version === undefined)
    return warning(name, `"${called}" names no version`, 'Its adapter may not fit; try a workflow.');
  if (testedVersions === undefined || satisfies(version, testedVersions, { includePrerelease: true }))
    return ok(name, version);
  const fix = installHint ? `Install a tested version: ${installHint}` : `Install a version in ${testedVersions}.`;
  return warning(name, `${version} was not tested; ${testedVersions} was`, fix);
}

type VersionAnswer = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

function ask(command: string, args: readonly string[]): Promise<VersionAnswer> {
  return new Promise((resolve) => {
    const child = execFile(
      command,
      [...args],
      { timeout: LONGEST_MS, killSignal: 'SIGKILL' },
      (failure, stdout, stderr) => {
        if (!failure) return resolve({ ok: true, text: `${stdout}\n${stderr}` });
        resolve({
          ok: false,
          reason: failure.killed ? `no answer within ${LONGEST_MS / 1000} s` : firstLine(failure.message),
        });
      },
    );
    child.stdin?.end();
  });
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? text;
}
