import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { type SessionStore, StateError } from '@agentflow/core';
import { boolean, integer, string } from '@oclif/core/flags';
import { CliError } from '../../cli-error.js';
import { columns, count } from '../../columns.js';
import { EXIT_CODES } from '../../exit-codes.js';
import { folderSize } from '../../sessions/folder-size.js';
import { parseAge, selectPrunable } from '../../sessions/select-prunable.js';
import { cwdFlag, SessionCommand } from '../../sessions/session-command.js';
import { age, byteSize, type ListedStatus } from '../../sessions/session-words.js';
import { LISTED_STATUSES, parseStatuses, statusOf } from '../../sessions/status-filter.js';
import { shellWord } from '../../sessions/text-layout.js';
import { workingFolder } from '../../working-folder.js';
import { closeWorktree } from '../../worktree/close-worktree.js';
import { worktreeFor } from '../../worktree/worktree.js';

const PRUNABLE = LISTED_STATUSES.filter((status) => status !== 'running');

interface Doomed {
  readonly id: string;
  readonly status: ListedStatus;
  readonly age: string;
  readonly bytes: number;
}

interface Kept {
  readonly id: string;
  readonly message: string;
}

export default class SessionsPrune extends SessionCommand {
  static override summary = 'Remove old sessions with their logs and outputs.';
  static override description =
    'A session that runs is never removed; one that is interrupted or paused only if --status names it.';
  static override examples = [
    { description: 'See what would go', command: '<%= config.bin %> sessions prune --dry-run' },
    { description: 'Remove what is older than a week', command: '<%= config.bin %> sessions prune --older-than 7d' },
    {
      description: 'In a script: keep the newest ten',
      command: '<%= config.bin %> sessions prune --older-than 0d --keep 10 --yes',
    },
  ];
  static override flags = {
    yes: boolean({ char: 'y', description: 'Do not ask.' }),
    'older-than': string({ description: 'Only what last changed that long ago.', default: '30d', helpValue: 'AGE' }),
    keep: integer({ description: 'Keep the newest N sessions, however old.', min: 0, default: 0, helpValue: 'N' }),
    status: string({
      description: `Only these, with commas between: ${PRUNABLE.join(', ')}.`,
      default: 'done,failed,cancelled',
      helpValue: 'STATUS',
    }),
    'dry-run': boolean({ description: 'Show what would be removed and remove nothing.' }),
    ...cwdFlag,
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(SessionsPrune);
    const rule = {
      statuses: parseStatuses(flags.status, PRUNABLE),
      olderThanMs: parseAge(flags['older-than']),
      keep: flags.keep,
      now: new Date(),
    };
    const store = this.openStore(flags.cwd);
    const selected = selectPrunable(await store.list(), rule);
    const doomed: Doomed[] = [];
    for (const session of selected) {
      const { dir } = (await store.open(session.id)).paths;
      const [status, bytes] = [statusOf(session), await folderSize(dir)];
      doomed.push({ id: session.id, status, age: age(session.startedAt, rule.now), bytes });
    }
    if (!flags.json) this.#show(doomed);
    const isAllowed = flags['dry-run'] || doomed.length === 0 || flags.yes || (await this.#ask(doomed, flags.json));
    if (!isAllowed) return this.talk('Nothing was removed.');
    const kept = flags['dry-run'] ? [] : await removeAll(store, doomed, workingFolder(flags.cwd));
    if (!flags['dry-run']) await store.sweep();
    this.#report(doomed, kept, flags);
  }

  #show(doomed: readonly Doomed[]): void {
    if (doomed.length === 0) return this.talk('There is nothing to remove.');
    this.printData(columns(doomed.map(({ id, status, age, bytes }) => [id, status, `${age} old`, byteSize(bytes)])));
  }

  /** Whether the person agrees; where nobody can be asked, the flag has to say it. */
  async #ask(doomed: readonly Doomed[], isJson: boolean): Promise<boolean> {
    const what = `${count(doomed.length, 'session')} (${byteSize(total(doomed))})`;
    if (isJson || !process.stdin.isTTY || !process.stderr.isTTY) {
      throw new CliError(`Nobody can be asked here whether to remove ${what}; --yes does it.`, {
        code: 'usage',
        exitCode: EXIT_CODES.USAGE,
        hint: ['agentflow sessions prune', ...this.argv.map(shellWord), '--yes'].join(' '),
      });
    }
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    // Ctrl-C and Ctrl-D are a no.
    const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
    const answer = await Promise.race([terminal.question(`Remove ${what}? [y/N] `).catch(() => ''), closed]);
    terminal.close();
    return /^y(es)?$/i.test(answer.trim());
  }

  #report(doomed: readonly Doomed[], kept: readonly Kept[], flags: { json: boolean; 'dry-run'?: boolean }): void {
    const removed = doomed.filter(({ id }) => !kept.some((session) => session.id === id));
    const bytes = total(removed);
    if (kept.length > 0) process.exitCode = EXIT_CODES.FAILED;
    if (flags.json) {
      const sessions = removed.map(({ id, status, bytes }) => ({ id, status, bytes }));
      return this.printJson({ dryRun: flags['dry-run'] ?? false, removed: sessions, bytes, kept });
    }
    for (const { id, message } of kept) this.talk(`${id} stays: ${message}`);
    const verb = flags['dry-run'] ? 'Would remove' : 'Removed';
    if (doomed.length > 0) this.talk(`${verb} ${count(removed.length, 'session')} (${byteSize(bytes)}).`);
  }
}

/** Those that could not be removed, such as one that was resumed meanwhile. */
async function removeAll(store: SessionStore, doomed: readonly Doomed[], project: string): Promise<Kept[]> {
  const kept: Kept[] = [];
  for (const { id } of doomed) {
    try {
      await store.remove(id);
      // Nothing can go on there; what was changed there stays.
      const worktree = worktreeFor(project, id);
      if (existsSync(worktree.folder)) await closeWorktree(worktree, 'CANCELLED');
    } catch (error) {
      if (!(error instanceof StateError)) throw error;
      // Somebody else was faster.
      if (error.code !== 'no-session') kept.push({ id, message: error.message });
    }
  }
  return kept;
}

function total(sessions: readonly Doomed[]): number {
  return sessions.reduce((sum, { bytes }) => sum + bytes, 0);
}
