/** Nobody takes our output any more, as after `| head -1`. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed';
}

/** Writes to stdout and waits until it is taken, so that a slow reader never makes us hold more than one piece. */
export function writeOut(data: string | Uint8Array): Promise<void> {
  if (data.length === 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    process.stdout.write(data, (error) => (error ? reject(new OutputClosed(error.message)) : resolve()));
  });
}
