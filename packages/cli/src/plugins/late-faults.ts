import { loadedTitles, ownerOf } from './loaded-plugins.js';
import { brokenPlugin, PluginError } from './plugin-error.js';

type FaultListener = (fault: PluginError) => void;

/** Of the process, as uncaught errors are: who can do more about a fault than to end the command. */
const listeners = new Set<FaultListener>();

/** From now on code that is not ours cannot end this process: the call is an error where it stands. */
export function guardExit(): void {
  process.exit = (code) => {
    const call = `process.exit(${code ?? ''})`;
    const owner = ownerOf(new Error());
    if (owner) throw brokenPlugin(owner, `it called ${call}`);
    throw new PluginError(
      `The code of a plugin called ${call}.`,
      `Loaded are ${loadedTitles().join(', ')}; find out which, and take it out.`,
    );
  };
}

/** What an error that nobody caught says about a plugin; undefined where no plugin is to blame. */
export function faultOf(error: unknown): PluginError | undefined {
  if (error instanceof PluginError) return error;
  const owner = ownerOf(error);
  return owner && brokenPlugin(owner, `it threw where nobody could catch it: ${(error as Error).message}`);
}

/** Hears of faults that come while nothing of a plugin is waited for; gives back how to stop listening. */
export function onLateFault(listener: FaultListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether somebody took care of a fault. */
export function passOnFault(fault: PluginError): boolean {
  for (const listener of listeners) listener(fault);
  return listeners.size > 0;
}
