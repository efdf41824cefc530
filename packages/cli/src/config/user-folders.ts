import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where a person keeps a config and workflows for all projects. */
export function userFolder(): string {
  return join(process.env.XDG_CONFIG_HOME || join(home(), '.config'), 'agentflow');
}

/** Where what is installed for all projects is kept. */
export function userDataFolder(): string {
  return join(process.env.XDG_DATA_HOME || join(home(), '.local', 'share'), 'agentflow');
}

function home(): string {
  return process.env.HOME || homedir();
}
