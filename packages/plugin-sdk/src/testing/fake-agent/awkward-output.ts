import { setTimeout as delay } from 'node:timers/promises';
import { floodContent, write } from './output.js';
import type { AnsiStep } from './step.js';

/** Styled text with cursor moves, as control sequences. */
export function styled({ text, style = [], at, clear }: AnsiStep): string {
  const codes = style.map((name) => STYLES[name] ?? name).join(';');
  return [
    clear === undefined ? '' : clear === 'screen' ? '\x1b[2J\x1b[H' : '\r\x1b[2K',
    at ? `\x1b[${at[0]};${at[1]}H` : '',
    codes === '' ? text : `\x1b[${codes}m${text}\x1b[0m`,
  ].join('');
}

const STYLES: Readonly<Record<string, string>> = {
  ...{ bold: '1', dim: '2', italic: '3', underline: '4', inverse: '7' },
  ...{ black: '30', red: '31', green: '32', yellow: '33', blue: '34', magenta: '35', cyan: '36', white: '37' },
};

/** Every character of more than one byte comes in two writes. */
export async function splitUtf8({ text = 'grüße 😀\n', pauseMs = PAUSE_MS }: SplitStep): Promise<void> {
  for (const character of text) {
    const bytes = Buffer.from(character);
    await write('stdout', bytes.subarray(0, 1));
    if (bytes.length === 1) continue;
    await delay(pauseMs);
    await write('stdout', bytes.subarray(1));
  }
}

/** The control sequence before the text comes in two writes. */
export async function splitAnsi({ text = 'red', pauseMs = PAUSE_MS }: SplitStep): Promise<void> {
  await write('stdout', '\x1b[3');
  await delay(pauseMs);
  await write('stdout', `1m${text}\x1b[0m\n`);
}

type SplitStep = { readonly text?: string; readonly pauseMs?: number };
const PAUSE_MS = 20;

/** So many bytes as fast as the reader takes them. */
export async function flood(bytes: number): Promise<void> {
  const content = floodContent(bytes);
  for (let offset = 0; offset < bytes; offset += CHUNK_LENGTH) {
    await write('stdout', content.slice(offset, offset + CHUNK_LENGTH));
  }
}

const CHUNK_LENGTH = 64 * 1024;

/** A byte at a time. */
export async function drip({ text, intervalMs = 1000 }: { text: string; intervalMs?: number }): Promise<void> {
  for (const [index, byte] of Buffer.from(text).entries()) {
    if (index > 0) await delay(intervalMs);
    await write('stdout', Uint8Array.of(byte));
  }
}
