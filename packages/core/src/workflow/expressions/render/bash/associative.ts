import { unquote } from './unquote.js';

/** Commands after which a name may be another kind of variable. */
const CHANGES = 'declare|typeset|local|readonly|export|unset|read|mapfile|readarray';

/**
 * The names that a command surely declares as associative arrays, whose keys bash takes as they are: `declare -A name`,
 * when nothing before it knows the name and nothing after it may change its kind. `end` is where the command ends.
 */
export function associativeNames(words: readonly string[], text: string, end: number): string[] {
  const [command = '', ...args] = words;
  const flags = args.filter((word) => word.startsWith('-')).join('');
  if (!/^(?:declare|typeset)$/.test(command) || !/^-\w*A\w*$/.test(flags) || /[inp]/.test(flags)) return [];
  return args.filter(
    (name) => /^[A-Za-z_]\w*$/.test(name) && isFirst(name, text.slice(0, end)) && stays(name, text.slice(end)),
  );
}

function isFirst(name: string, text: string): boolean {
  return [...unquote(text).matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length === 1;
}

function stays(name: string, text: string): boolean {
  return !new RegExp(`\\b(?:${CHANGES})\\b[^\\n;&|]*\\b${name}\\b`).test(unquote(text));
}
