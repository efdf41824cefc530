import { join } from 'node:path';
import { type Manifest, readManifest } from '../manifest.js';
import { PluginError } from '../plugin-error.js';
import { probePlugin } from '../probe-plugin.js';
import { refusal } from '../refusal.js';

/** Reads the manifest in a tree, compares versions, and tries the plugin in a process of its own. */
export async function checkPackage(
  tree: string,
  { name, host, options }: { name: string; host: { readonly version: string }; options?: unknown },
): Promise<Manifest> {
  const read = readManifest(join(tree, 'node_modules', name));
  if (!read.ok) throw refused(name, read.reason, read.hint);
  const { manifest } = read;
  const title = `${name} ${manifest.version}`;
  const trouble = refusal(manifest, host);
  if (trouble)
    throw refused(title, trouble.reason, `Choose another version: agentflow plugins install ${name}@VERSION`);
  const tried = await probePlugin({ manifest, options });
  if (!tried.ok) throw refused(title, tried.reason, 'Tell its author, or choose another version.');
  return manifest;
}

function refused(title: string, reason: string, hint: string): PluginError {
  return new PluginError(`${title}: ${reason.replace(/\.$/, '')}; nothing was changed.`, hint);
}
