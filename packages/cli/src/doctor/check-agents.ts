import type { AdapterFactory, AgentProgram, RegistryEntry } from '@agentflow/core';
import minVersion from 'semver/ranges/min-version.js';
import { versionOf } from '../agent-version.js';
import type { Project } from '../project.js';
import { type Check, error, ok, warning } from './check.js';

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

async function checkVersion(name: string, program: AgentProgram): Promise<Check> {
  const called = [program.command, ...program.versionArgs].join(' ');
  const found = await versionOf(program);
  if (!found.ok) return error(name, `"${called}" failed: ${found.reason}`, `Call it yourself to see why.`);
  const { version, tested } = found;
  if (version === null)
    return warning(name, `"${called}" names no version`, 'Its adapter may not fit; try a workflow.');
  if (tested !== false) return ok(name, version);
  return warning(name, `${version} was not tested; ${program.testedVersions} was`, fixOf(program));
}

/** What npm installs can be named with its version. */
function fixOf({ installHint, testedVersions = '' }: AgentProgram): string {
  const oldest = minVersion(testedVersions)?.version;
  if (oldest !== undefined && installHint && /^npm (install|i) (-g|--global) \S+$/.test(installHint))
    return `Install a tested version: ${installHint}@${oldest}`;
  return `Install a version in ${testedVersions}.`;
}
