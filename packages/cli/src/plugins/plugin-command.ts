import { boolean } from '@oclif/core/flags';
import { BaseCommand } from '../base-command.js';
import { CliError } from '../cli-error.js';
import { EXIT_CODES } from '../exit-codes.js';
import { type ProjectSettings, readSettings } from '../project.js';
import type { Installation } from './install/install-plugin.js';
import { interruptible } from './install/interruption.js';
import { longName } from './install/package-request.js';
import { withStore } from './install/store-lock.js';
import { type PluginStore, readLocked, userStore } from './plugin-store.js';
import { sdkVersion } from './sdk-version.js';
import { createSteps } from './steps.js';

/** Flags of commands that change what is installed. */
export const scopeFlags = {
  user: boolean({ description: "For all of this user's projects." }),
};

export const installFlags = {
  yes: boolean({ char: 'y', description: 'Do not ask whether the plugin is trusted.' }),
  'allow-scripts': boolean({ description: 'Let npm run the install scripts of packages.' }),
  ...scopeFlags,
};

interface InstallFlags {
  readonly yes: boolean;
  readonly 'allow-scripts': boolean;
  readonly user: boolean;
  readonly json: boolean;
}

interface ChangePlace {
  readonly store: PluginStore;
  readonly settings: ProjectSettings;
  readonly signal: AbortSignal;
}

/** What the commands about plugins share. */
export abstract class PluginCommand extends BaseCommand {
  protected settings(): Promise<ProjectSettings> {
    return readSettings(process.cwd(), this.config.version);
  }

  /** Runs a change of the installed plugins, with the config as it is once nobody else changes it. */
  protected async change<Result>(
    { user }: { readonly user: boolean },
    run: (place: ChangePlace) => Promise<Result>,
  ): Promise<Result> {
    const { store: own } = await this.settings();
    const store = user ? userStore() : own;
    const talk = (text: string) => this.talk(text);
    return interruptible((signal) =>
      withStore(store, { talk, signal }, async () => run({ store, signal, settings: await this.settings() })),
    );
  }

  protected install<Result>(
    flags: InstallFlags,
    run: (installation: Installation) => Promise<Result>,
  ): Promise<Result> {
    const canAsk = !flags.json && process.stdin.isTTY === true && process.stderr.isTTY === true;
    return this.change(flags, ({ store, settings, signal }) =>
      run({
        store,
        settings,
        signal,
        host: { version: this.config.version, sdkVersion: sdkVersion() },
        consent: { yes: flags.yes, allowed: settings.config.allowedPlugins, canAsk },
        allowScripts: flags['allow-scripts'],
        step: createSteps({ isQuiet: flags.json }),
      }),
    );
  }
}

/** The full name of an installed plugin that was named in full or in short. */
export function installedName(store: PluginStore, typed: string): string {
  const names = Object.keys(readLocked(store));
  const found = [typed, longName(typed)].find((name) => names.includes(name));
  if (found !== undefined) return found;
  throw new CliError(`The plugin ${typed} is not installed here.`, {
    code: 'no-such-plugin',
    exitCode: EXIT_CODES.USAGE,
    hint: names.length === 0 ? 'No plugin is installed.' : `Installed are ${names.join(', ')}.`,
  });
}
