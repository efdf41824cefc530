import { isInForeground } from './foreground.js';

/** How often a process in the background looks whether it is in the foreground again. */
const LOOK_MS = 200;

export interface TerminalUser {
  /** The shell gets the terminal now. */
  leave(): void;
  /** The terminal is ours again, maybe of another size. */
  comeBack(): void;
}

/** Lets the shell have the terminal from Ctrl-Z on, until it puts us into the foreground again. Returns what ends it. */
export function shareTerminal({ leave, comeBack }: TerminalUser): () => void {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    leave();
    // Without a listener the signal does what it does by itself: this process stops here.
    process.off('SIGTSTP', stop);
    process.kill(process.pid, 'SIGTSTP');
    // A shell sends no signal when it puts into the foreground what runs already.
    timer = setInterval(() => {
      if (!isInForeground()) return;
      clearInterval(timer);
      process.on('SIGTSTP', stop);
      // Node reads the size again at this signal only, and one that is stopped does not get it.
      process.emit('SIGWINCH', 'SIGWINCH');
      comeBack();
    }, LOOK_MS);
    timer.unref();
  };
  process.on('SIGTSTP', stop);
  return () => {
    clearInterval(timer);
    process.off('SIGTSTP', stop);
  };
}
