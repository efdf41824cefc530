type StreamName = 'stdout' | 'stderr';

/** Writes in order; the promise resolves when the operating system has the bytes. */
export function write(name: StreamName, data: string | Uint8Array): Promise<void> {
  if (!used.has(name)) {
    used.add(name);
    // A reader that went away (`| head`) ends the agent as quietly as any program.
    process[name].on('error', () => process.exit(0));
  }
  return new Promise((resolve) => {
    process[name].write(data, () => resolve());
  });
}

/** Ends the process once everything is written. */
export async function exitProcess(code: number): Promise<never> {
  await Promise.all([...used].map((name) => write(name, '')));
  process.exit(code);
}

/** Touching a stream costs a millisecond. The streams of a process are global, and so is this. */
const used = new Set<StreamName>();

/** So many bytes, always the same: lines of 64 bytes that begin with their offset. */
export function floodContent(bytes: number): string {
  const lines: string[] = [];
  for (let offset = 0; offset < bytes; offset += LINE_LENGTH) {
    lines.push(
      String(offset)
        .padStart(12, '0')
        .padEnd(LINE_LENGTH - 1, ' abcdefghijklmnopqrstuvwxyz'),
    );
  }
  return lines
    .map((line) => `${line}\n`)
    .join('')
    .slice(0, bytes);
}

const LINE_LENGTH = 64;
