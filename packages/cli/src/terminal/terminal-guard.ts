import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cursorTo, RESET_TERMINAL } from './sequences.js';

/** What has to be undone: nothing, our own drawing and keys, or also what a program did. */
export type Guarded = 'nothing' | 'own' | 'foreign';

const BELOW_ALL = 999;

/**
 * POSIX sh. Its stdin says what has to be undone and ends with its parent; $1 is the state before, $2 ours, $3 and $4
 * what to write. A shell that has the terminal again has set it up for itself: then only what is drawn is undone.
 */
const SCRIPT = `
trap '' HUP INT QUIT TERM
guarded=nothing
while IFS= read -r line; do guarded=$line; done
case $guarded in
  own) text=$3 ;;
  foreign) text=$4 ;;
  *) exit 0 ;;
esac
if [ "$(stty -g <&3)" = "$2" ]; then stty "$1" <&3; fi
printf '%s' "$text" >&3
`;

/** A small process that outlives this one and restores the terminal when this one is killed and cannot. */
export class TerminalGuard {
  readonly #fd: number;
  readonly #before: string | undefined;
  #child: ChildProcess | undefined;
  #isStarted = false;

  /** Of a terminal whose state is still that of the shell. */
  constructor(fd: number) {
    this.#fd = fd;
    this.#before = this.#state();
  }

  /** To be called with the terminal as it is while it is guarded; again it does nothing. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    const ours = this.#state();
    if (this.#before === undefined || ours === undefined) return;
    const texts = ['\x1b[?25h', `${RESET_TERMINAL}${cursorTo(BELOW_ALL)}\r\n`];
    const child = spawn('/bin/sh', ['-c', SCRIPT, 'agentflow-terminal', this.#before, ours, ...texts], {
      cwd: '/',
      env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
      stdio: ['pipe', 'ignore', 'ignore', this.#fd],
      // Whoever kills our process group must not kill it, too.
      detached: true,
    });
    // Without it everything else is the same.
    child.on('error', () => {});
    child.stdin?.on('error', () => {});
    child.unref();
    (child.stdin as unknown as { unref(): void }).unref();
    this.#child = child;
  }

  tell(guarded: Guarded): void {
    this.#child?.stdin?.write(`${guarded}\n`);
  }

  #state(): string | undefined {
    try {
      return execFileSync('stty', ['-g'], { stdio: [this.#fd, 'pipe', 'ignore'], encoding: 'utf8' }).trim();
    } catch {
      return undefined;
    }
  }
}
