import { delimiter, dirname } from 'node:path';

/** What a process of a test gets: nothing of the developer's shell but where the system's programs are. */
export function cleanEnvironment({ home, bin }: { home: string; bin: string }): Record<string, string> {
  return {
    HOME: home,
    PATH: [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    SHELL: '/bin/bash',
  };
}
