import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Where a person keeps a config and workflows for all projects. */
export function userFolder(): string {
  return join(userPlace('XDG_CONFIG_HOME', '.config'), 'agentflow');
}

/** Where what is installed for all projects is kept. */
export function userDataFolder(): string {
  return join(userPlace('XDG_DATA_HOME', join('.local', 'share')), 'agentflow');
}

/** A relative path counts for nothing, as the XDG specification wants it: it would be another place in each project. */
function userPlace(variable: string, inHome: string): string {
  return absolute(process.env[variable]) ?? join(absolute(process.env.HOME) ?? homedir(), inHome);
}

function absolute(path = ''): string | undefined {
  return isAbsolute(path) ? path : undefined;
}
