import { CliError } from '../cli-error.js';
import { loadConfigFiles } from '../config/load-config.js';
import { listPlugins } from '../plugins/list-plugins.js';
import { probePlugin } from '../plugins/probe-plugin.js';
import type { Project } from '../project.js';
import { type Check, error, ok, warning } from './check.js';

/** Whether the config files that hold here can be used. */
export async function checkConfig(folder: string): Promise<Check> {
  try {
    const files = await loadConfigFiles(folder);
    return ok('config', files.length === 0 ? 'none; the defaults hold' : files.map(({ label }) => label).join(', '));
  } catch (cause) {
    if (!(cause instanceof CliError)) throw cause;
    const place = [cause.file, cause.line, cause.column].filter((part) => part !== undefined).join(':');
    return error('config', `${place}  ${cause.message}`.trim(), cause.hint?.split('\n')[0] ?? 'Repair the file.');
  }
}

/** Every plugin that somebody named, tried in a process of its own. */
export async function checkPlugins(project: Project, version: string): Promise<Check[]> {
  const listed = listPlugins(project.settings.plugins, version).filter(({ source }) => source !== 'bundled');
  return Promise.all(
    listed.map(async ({ name, version: own, reason, hint, namedBy, shadowedBy }) => {
      const title = `plugin ${name}`;
      if (reason !== null) return error(title, reason, hint ?? `It is named by ${namedBy}.`);
      if (shadowedBy !== null)
        return warning(title, `${shadowedBy} takes its place`, `Remove one of them; it is named by ${namedBy}.`);
      const { manifest, options } = project.settings.plugins.find((plugin) => plugin.name === name) ?? {};
      const reply = manifest && (await probePlugin({ manifest, options }));
      if (reply && !reply.ok) return error(title, reply.reason, `agentflow plugins update ${name}`);
      return ok(title, own ?? '');
    }),
  );
}
