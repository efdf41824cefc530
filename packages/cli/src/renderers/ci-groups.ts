import { randomUUID } from 'node:crypto';
import { isGithub } from './ci-commands.js';

/** What folds a part of a log away where a CI shows it. */
export interface CiGroup {
  open(title: string): string;
  close(title: string): string;
}

/** How this CI groups lines; undefined where it cannot, or is none. */
export function ciGroup(environment: NodeJS.ProcessEnv = process.env): CiGroup | undefined {
  if (isGithub(environment)) return github(randomUUID());
  if (environment.GITLAB_CI === 'true') return gitlab(() => Math.floor(Date.now() / 1000));
  return undefined;
}

/** What a task printed must not be taken for commands to the runner. */
function github(token: string): CiGroup {
  return {
    open: (title) => `::group::${title}\n::stop-commands::${token}\n`,
    close: () => `::${token}::\n::endgroup::\n`,
  };
}

function gitlab(now: () => number): CiGroup {
  const name = (title: string) => `agentflow_${title.replace(/[^A-Za-z0-9_.-]/g, '_')}`;
  return {
    open: (title) => `\x1b[0Ksection_start:${now()}:${name(title)}[collapsed=true]\r\x1b[0K${title}\n`,
    close: (title) => `\x1b[0Ksection_end:${now()}:${name(title)}\r\x1b[0K\n`,
  };
}
