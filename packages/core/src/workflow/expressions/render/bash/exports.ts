import { unquote } from './unquote.js';

/** Whether a text hands its functions to the programs it starts; the values in them have to go along. */
export function exportsFunctions(text: string): boolean {
  const written = unquote(text);
  if (/\bset\s+(?:-\w*a|-o\s+allexport)/.test(written)) return true;
  const declarations = [...written.matchAll(/\b(export|declare|typeset|local)((?:\s+[-+]\w+)+)/g)];
  return declarations.some(([, name, flags = '']) => {
    return /-\w*f/.test(flags) && (name === 'export' || /-\w*x/.test(flags));
  });
}
