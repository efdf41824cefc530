import type { FileSessionStore } from '@agentflow/core';
import { string } from '@oclif/core/flags';
import { BaseCommand } from '../base-command.js';
import { sessionStore } from '../session-environment.js';
import { workingFolder } from '../working-folder.js';

/** The last flag of these commands, because oclif's help loses the indentation of a first one without a short form. */
export const cwdFlag = {
  cwd: string({ description: 'The project whose sessions are meant.', helpValue: 'FOLDER' }),
};

/** A command about stored sessions: those of the folder it is called in, or of `--cwd`. */
export abstract class SessionCommand extends BaseCommand {
  protected openStore(folder: string | undefined): FileSessionStore {
    return sessionStore(workingFolder(folder));
  }
}
