import type { DryTask, Paint } from '@agentflow/core';
import { plainText } from './sessions/text-layout.js';

/** Each task with the command line it would start, ready to be pasted into a shell. */
export function dryRunWords(tasks: readonly DryTask[], { folder, paint }: { folder: string; paint: Paint }): string {
  return tasks.map((task) => taskWords(task, folder, paint)).join('\n\n');
}

function taskWords({ id, type, dependsOn, cwd, command, env, note }: DryTask, folder: string, paint: Paint): string {
  const after = dependsOn.length > 0 ? paint.dim(`  after ${dependsOn.join(', ')}`) : '';
  const variables = Object.entries(env);
  return [
    `${paint.place(id)}  ${type}${after}`,
    ...(cwd === folder ? [] : [`  ${paint.dim('in')} ${quote(cwd)}`]),
    ...variables.map(
      ([name, value]) => `  ${paint.dim(plainText(value === null ? `without ${name}` : `${name}=${quote(value)}`))}`,
    ),
    `  ${command ? `$ ${command.map(quote).join(' ')}` : paint.dim(plainText(note ?? ''))}`,
  ].join('\n');
}

/** As a POSIX shell wants it. A terminal would act on control characters, so these are named by their bytes. */
function quote(text: string): string {
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(text)) return text;
  if (text.search(CONTROL) >= 0) return `$'${text.replace(/['\\]/g, '\\$&').replace(CONTROL, bytesOf)}'`;
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/** As octal numbers, which end after three digits whatever follows. */
function bytesOf(character: string): string {
  return Array.from(Buffer.from(character), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
