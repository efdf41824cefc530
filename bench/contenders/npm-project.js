import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { modulesOf } from './pinned.js';

/** Writes the files of a project as JSON, with the modules of a pinned peer in it. */
export function writeProject(folder, peer, files) {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(content));
  symlinkSync(modulesOf(peer), join(folder, 'node_modules'));
}

/** The value of every node under its id, and `all`, which waits for all of them. */
export function perNode(nodes, value, all) {
  return { ...Object.fromEntries(nodes.map((node) => [node.id, value(node)])), all };
}
