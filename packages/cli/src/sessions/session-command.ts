import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FileSessionStore } from '@agentflow/core';
import { string } from '@oclif/core/flags';
import { BaseCommand } from '../base-command.js';
import { CliError } from '../cli-error.js';
import { EXIT_CODES } from '../exit-codes.js';
import { explainStateError } from '../state-errors.js';

/** A command about stored sessions: those of the folder it is called in, or of `--cwd`. */
export abstract class SessionCommand extends BaseCommand {
  static override baseFlags = {
    ...BaseCommand.baseFlags,
    cwd: string({ description: 'The project whose sessions are meant.', helpValue: 'FOLDER' }),
  };

  protected openStore(folder: string | undefined): FileSessionStore {
    const project = resolve(folder ?? '.');
    if (!statSync(project, { throwIfNoEntry: false })?.isDirectory())
      throw new CliError(`--cwd: there is no folder ${project}.`, { code: 'usage', exitCode: EXIT_CODES.USAGE });
    return new FileSessionStore({ root: join(project, '.agentflow', 'sessions') });
  }

  protected override catch(error: unknown): Promise<void> {
    return super.catch(explainStateError(error));
  }
}
