import { readFileSync } from 'node:fs';
import type { CheckHost, NodeProblem } from '@agentflow/plugin-sdk';
import { parseCommandFile } from './command-file.js';

/** A command that is nowhere: where it was looked for, and what is there instead. Or one whose front matter is lost. */
export function checkCommandFile(name: string, path: readonly string[], host: CheckHost): NodeProblem[] {
  const search = host.findResource('command', name, ['.md']);
  if (search.found) return checkFrontMatter(search.file, path);
  return [
    {
      path,
      code: 'unknown-command',
      message: `There is no command "${name}".`,
      hint: searchHint(`${name}.md`, search),
    },
  ];
}

function checkFrontMatter(file: string, path: readonly string[]): NodeProblem[] {
  const problem = readProblem(file);
  if (problem === undefined) return [];
  const message = `The front matter of ${file} is left out: ${problem}.`;
  const hint = 'Correct it; what it sets, such as the model, has no effect.';
  return [{ path, code: 'front-matter', severity: 'warning', message, hint }];
}

/** A file that cannot be read fails the node when it runs, with the reason. */
function readProblem(file: string): string | undefined {
  try {
    return parseCommandFile(readFileSync(file, 'utf8')).problem;
  } catch {
    return undefined;
  }
}

/** `Did you mean …?` and the folders searched. */
export function searchHint(
  file: string,
  search: { readonly searched: readonly string[]; readonly similar: readonly string[] },
): string {
  const meant = search.similar.length > 0 ? `Did you mean "${search.similar[0]}"? ` : '';
  return `${meant}Looked for ${file} in ${search.searched.join(', ')}.`;
}
