import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { until } from './wait.js';

let count = 0;

/** A command that sleeps for hours and can be told from any other by its number. */
export function markedSleep(): string {
  count += 1;
  return `sleep 9${process.pid}.${String(count).padStart(4, '0')}7`;
}

/** The living processes whose command line holds the text. A zombie has no command line any more. */
export function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => commandLine(pid).includes(text))
    .map(Number);
}

/** The living processes that work in the folder. */
export function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && workingFolder(name) === folder)
    .map(Number);
}

/** Resolves when the command runs. */
export async function running(command: string): Promise<void> {
  await until(`"${command}" runs`, () => processesWith(command).length > 0);
}

/** Resolves when no process of the command is left. */
export async function noneLeft(command: string, withinMs: number): Promise<void> {
  await until(`no process of "${command}" is left`, () => processesWith(command).length === 0, { withinMs });
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

function workingFolder(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}
