const ENDING_SIGNALS: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'];

/** From now on these signals do nothing. */
export function ignoreSignals(signals: readonly NodeJS.Signals[] = ENDING_SIGNALS): void {
  for (const signal of signals) {
    ignored.add(signal);
    process.on(signal, () => {});
  }
}

/** Tells every signal, then ends by it as if nobody had looked, unless it is ignored. */
export function tellSignals(tell: (signal: NodeJS.Signals) => Promise<void>): void {
  for (const signal of ENDING_SIGNALS) {
    process.on(signal, async () => {
      await tell(signal);
      if (ignored.has(signal)) return;
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    });
  }
}

/** The signal handlers of a process are global, and so is this. */
const ignored = new Set<NodeJS.Signals>();
