import type { ProjectSettings } from '../project.js';

/** What `agentflow config` shows: the files that were found, and what they come to. */
export interface ConfigDescription {
  readonly files: readonly { readonly origin: string; readonly file: string }[];
  readonly config: {
    readonly plugins: readonly { readonly name: string; readonly from: string; readonly options?: unknown }[];
    readonly adapters: Readonly<Record<string, unknown>>;
    readonly defaults: Readonly<Record<string, unknown>>;
    readonly commandDirs: readonly string[];
    readonly scriptDirs: readonly string[];
    readonly redact: readonly string[];
    readonly allowedPlugins: readonly string[];
    readonly notifications: Readonly<Record<string, unknown>>;
    readonly terminal: Readonly<Record<string, unknown>>;
  };
}

export function describeConfig({ files, config }: Pick<ProjectSettings, 'files' | 'config'>): ConfigDescription {
  return {
    files: files.map(({ origin, label }) => ({ origin, file: label })),
    config: {
      plugins: config.plugins.map(({ name, options, file, place }) => {
        return { name, from: `${file.label}:${place.line}`, ...(options && { options }) };
      }),
      adapters: Object.fromEntries([...config.adapters].map(([name, { setting }]) => [name, setting])),
      defaults: config.defaults,
      commandDirs: config.commandDirs,
      scriptDirs: config.scriptDirs,
      redact: config.redact,
      allowedPlugins: config.allowedPlugins,
      notifications: config.notifications,
      terminal: config.terminal,
    },
  };
}

/** The merged config as text: the lines of a config file that would say the same. */
export function configWords({ files, config }: ConfigDescription): string {
  const head =
    files.length === 0
      ? ['No config file was found.']
      : files.map(({ origin, file }) => `${origin === 'project' ? 'Project' : 'User'}: ${file}`);
  const plugins = config.plugins.map(({ name, options, from }) => {
    return `  - ${JSON.stringify(options === undefined ? name : [name, options])}  # ${from}`;
  });
  const single = Object.entries({ ...config, plugins: undefined })
    .filter(([, value]) => value !== undefined && Object.keys(value).length > 0)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const body = [...(plugins.length > 0 ? ['plugins:', ...plugins] : []), ...single];
  return [...head, ...(body.length > 0 ? ['', ...body] : [])].join('\n');
}
