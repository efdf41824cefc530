import { integer, string } from '@oclif/core/flags';
import { count } from '../../columns.js';
import { paintFor } from '../../paint.js';
import { cwdFlag, SessionCommand } from '../../sessions/session-command.js';
import { listSessions } from '../../sessions/session-list.js';
import { LISTED_STATUSES, parseStatuses, statusOf } from '../../sessions/status-filter.js';
import { widthOf } from '../../sessions/text-layout.js';

const USUAL_LIMIT = 20;

export default class Sessions extends SessionCommand {
  static override summary = 'List the sessions of this project, newest first.';
  static override description = `The newest ${USUAL_LIMIT} unless --limit says otherwise; --json lists all of them.`;
  static override examples = [
    { description: 'What ran and runs', command: '<%= config.bin %> sessions' },
    { description: 'What can be resumed', command: '<%= config.bin %> sessions --status failed,interrupted,paused' },
    {
      description: 'The ids of all that failed',
      command: "<%= config.bin %> sessions --status failed --json | jq -r '.sessions[].id'",
    },
  ];
  static override flags = {
    status: string({
      description: `Only these, with commas between: ${LISTED_STATUSES.join(', ')}.`,
      helpValue: 'STATUS',
    }),
    limit: integer({ description: 'How many at most.', min: 1, helpValue: 'N' }),
    ...cwdFlag,
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Sessions);
    const statuses = flags.status === undefined ? undefined : parseStatuses(flags.status, LISTED_STATUSES);
    const all = await this.openStore(flags.cwd).list();
    const found = all.filter((session) => statuses?.includes(statusOf(session)) ?? true);
    const limit = flags.limit ?? (flags.json ? found.length : USUAL_LIMIT);
    const shown = found.slice(0, limit);
    if (flags.json) {
      const sessions = shown.map((session) => ({ ...session, status: statusOf(session) }));
      return this.printJson({ sessions, total: found.length });
    }
    if (shown.length === 0) return this.talk(nothingToShow(all.length));
    const layout = { now: new Date(), width: widthOf(process.stdout), paint: paintFor(process.stdout) };
    this.printData(listSessions(shown, layout));
    if (found.length > shown.length)
      this.talk(`${count(found.length - shown.length, 'older session')} not shown; --limit ${found.length} shows all.`);
  }
}

function nothingToShow(others: number): string {
  if (others === 0) return 'No session yet. Start one: agentflow run WORKFLOW';
  return `No session has such a status; without --status there ${others === 1 ? 'is' : 'are'} ${others}.`;
}
