import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AgentRunner, type CheckHost } from '@agentflow/core';
import satisfies from 'semver/functions/satisfies.js';
import { type Check, error, ok, warning } from './check.js';

const NODE_VERSIONS = '>=20.19';
const PTY_WORD = 'agentflow-sees-a-terminal';

export function checkNode(): Check {
  const version = process.versions.node;
  if (satisfies(version, NODE_VERSIONS)) return ok('Node', version);
  return error('Node', `${version}, and ${NODE_VERSIONS} is needed`, 'Install a newer Node: https://nodejs.org');
}

export function checkPrograms(host: Pick<CheckHost, 'hasProgram'>): Check[] {
  return [
    host.hasProgram('bash')
      ? ok('bash', 'found')
      : error('bash', 'not on the PATH; "bash" nodes need it', 'Install bash with the package manager of your system.'),
    host.hasProgram('git')
      ? ok('git', 'found')
      : warning('git', 'not on the PATH; --worktree needs it', 'Install git: https://git-scm.com/downloads'),
  ];
}

/** Runs a program in a pseudo-terminal, as interactive tasks are. */
export async function checkPty(): Promise<Check> {
  const launch = { command: '/bin/sh', args: ['-c', `test -t 0 && test -t 1 && echo ${PTY_WORD}`] };
  const runner = new AgentRunner({ launch, cwd: '/', env: { PATH: process.env.PATH ?? '' } });
  let output = '';
  runner.on('bytes', (bytes) => {
    output += bytes.toString();
  });
  const ended = new Promise<number | null>((resolve) => runner.once('exit', ({ exitCode }) => resolve(exitCode)));
  const started = await runner.start();
  const fix = 'Install the dependencies again (npm ci); headless tasks work without a pseudo-terminal.';
  if (!started.ok) return error('pseudo-terminal', started.error.message, fix);
  const exitCode = await ended;
  if (exitCode === 0 && output.includes(PTY_WORD)) return ok('pseudo-terminal', 'a program ran in one');
  return error('pseudo-terminal', `a program in one ended with ${exitCode} and printed ${JSON.stringify(output)}`, fix);
}

/** Whether sessions can be kept; makes nothing. */
export function checkStateFolder(folder: string): Check {
  const name = 'state folder';
  const state = join(folder, '.agentflow', 'sessions');
  const existing = nearest(state);
  if (!statSync(existing).isDirectory())
    return error(name, `${existing} is not a folder`, `Move it away: mv ${existing} ${existing}.old`);
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code ?? String(cause);
    return error(name, `${existing} cannot be written (${reason})`, `Make it writable: chmod u+rwx ${existing}`);
  }
  if (existing !== state) return ok(name, `${state} will be made by the first session`);
  const mode = statSync(state).mode & 0o777;
  if ((mode & 0o077) === 0) return ok(name, `${state}, for you only`);
  return warning(name, `${state} can be read by others (mode ${mode.toString(8)})`, `Close it: chmod 700 ${state}`);
}

function nearest(path: string): string {
  return existsSync(path) ? path : nearest(dirname(path));
}
