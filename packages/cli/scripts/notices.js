import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The licences of the libraries that a bundle holds, which their authors ask to pass on. `modules` are file names. */
export function notices(modules) {
  const folders = new Set(modules.map(packageFolder).filter((folder) => folder !== undefined));
  return [...folders].map(notice).sort().join('\n');
}

function packageFolder(file) {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0];
}

function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${license}`;
  return `${name} ${version}\n\n${text}\n\n${'-'.repeat(80)}\n`;
}
