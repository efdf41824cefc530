import type { DryTask, Paint } from '@agentflow/core';

/** Each task with the command line it would start, ready to be pasted into a shell. */
export function dryRunWords(tasks: readonly DryTask[], { folder, paint }: { folder: string; paint: Paint }): string {
  return tasks.map((task) => taskWords(task, folder, paint)).join('\n\n');
}

function taskWords({ id, type, dependsOn, cwd, command, env, note }: DryTask, folder: string, paint: Paint): string {
  const after = dependsOn.length > 0 ? paint.dim(`  after ${dependsOn.join(', ')}`) : '';
  const variables = Object.entries(env);
  return [
    `${paint.place(id)}  ${type}${after}`,
    ...(cwd === folder ? [] : [`  ${paint.dim('in')} ${cwd}`]),
    ...variables.map(
      ([name, value]) => `  ${paint.dim(value === null ? `without ${name}` : `${name}=${quote(value)}`)}`,
    ),
    `  ${command ? `$ ${command.map(quote).join(' ')}` : paint.dim(note ?? '')}`,
  ].join('\n');
}

/** As a POSIX shell wants it. */
function quote(text: string): string {
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", "'\\''")}'`;
}
