// Writes oclif.manifest.json, from which oclif knows every command, flag and argument without importing a command.
import { renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Plugin, settings } from '@oclif/core';

settings.enableAutoTranspile = false;

const root = fileURLToPath(new URL('..', import.meta.url));
const plugin = new Plugin({ root, ignoreManifest: true, errorOnManifestCreate: true, respectNoCacheDefault: true });
await plugin.load();

const commands = Object.fromEntries(Object.entries(plugin.manifest.commands).sort(([a], [b]) => (a < b ? -1 : 1)));
const path = `${root}oclif.manifest.json`;
// Renamed into place, so that a CLI that starts during a build reads a whole manifest.
writeFileSync(`${path}.${process.pid}`, `${JSON.stringify({ ...plugin.manifest, commands }, null, 2)}\n`);
renameSync(`${path}.${process.pid}`, path);
