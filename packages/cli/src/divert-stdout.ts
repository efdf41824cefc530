/** Whatever somebody's code prints meanwhile goes to stderr: stdout is for data. */
export async function divertStdout<Result>(run: () => Promise<Result>): Promise<Result> {
  const { write } = process.stdout;
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof write;
  try {
    return await run();
  } finally {
    process.stdout.write = write;
  }
}
