/** Shows a step on stderr while it is done. */
export type Step = <Result>(title: string, run: () => Promise<Result>) => Promise<Result>;

type Ended<Result> = { readonly ok: true; readonly result: Result } | { readonly ok: false; readonly error: unknown };

/** Steps as listr2 shows them: alive on a terminal, line by line elsewhere, not at all where a program listens. */
export function createSteps({ isQuiet }: { isQuiet: boolean }): Step {
  return async <Result>(title: string, run: () => Promise<Result>): Promise<Result> => {
    if (isQuiet) return run();
    const { LISTR_LOGGER_STYLE, Listr, ListrLogger, ProcessOutput } = await import('listr2');
    // stdout is for data.
    const processOutput = new ProcessOutput(process.stderr, process.stderr);
    const logger = new ListrLogger({ ...LISTR_LOGGER_STYLE, processOutput });
    const ends: Ended<Result>[] = [];
    const task = async () => {
      const ended = await end(run);
      ends.push(ended);
      // Without words: the command itself tells what went wrong.
      if (!ended.ok) throw new Error('');
    };
    const steps = new Listr([{ title, task }], {
      renderer: process.stderr.isTTY ? 'default' : 'simple',
      fallbackRenderer: 'simple',
      rendererOptions: { logger, showErrorMessage: false, collapseErrors: false },
      fallbackRendererOptions: { logger },
      exitOnError: false,
      // Signals are the command's: what it does then ends the step, which gives the cursor back.
      registerSignalListeners: false,
    });
    await steps.run();
    const [ended] = ends;
    if (!ended) throw new Error(`The step "${title}" was not done.`);
    if (!ended.ok) throw ended.error;
    return ended.result;
  };
}

async function end<Result>(run: () => Promise<Result>): Promise<Ended<Result>> {
  try {
    return { ok: true, result: await run() };
  } catch (error) {
    return { ok: false, error };
  }
}
