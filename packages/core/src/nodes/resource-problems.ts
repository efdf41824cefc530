import type { CheckHost, NodeProblem } from '@agentflow/plugin-sdk';

/** A command that is nowhere: where it was looked for, and what is there instead. */
export function checkCommandFile(name: string, path: readonly string[], host: CheckHost): NodeProblem[] {
  const search = host.findResource('command', name, ['.md']);
  if (search.found) return [];
  return [
    {
      path,
      code: 'unknown-command',
      message: `There is no command "${name}".`,
      hint: searchHint(`${name}.md`, search),
    },
  ];
}

/** `Did you mean …?` and the folders searched. */
export function searchHint(
  file: string,
  search: { readonly searched: readonly string[]; readonly similar: readonly string[] },
): string {
  const meant = search.similar.length > 0 ? `Did you mean "${search.similar[0]}"? ` : '';
  return `${meant}Looked for ${file} in ${search.searched.join(', ')}.`;
}
