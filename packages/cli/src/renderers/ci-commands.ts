/** What the runner of GitHub Actions obeys: `::name::` at the start of a line, and the older `##[name]` anywhere. */
const COMMAND = /([\r\n][^\S\r\n]*):(?=:)|#(?=#\[)/g;
/** What the next piece of text may make a command. */
const UNFINISHED = /(?:[\r\n][^\S\r\n]*:?|##?)$/;
/** A space that takes no room, as the bytes of UTF-8. */
const BREAK = '\xe2\x80\x8b';

/** Lets bytes through, piece by piece, so that none of them is taken for a command to the runner. */
export class CommandGuard {
  #held = '\n';
  #isFirst = true;

  write(bytes: Uint8Array): Buffer {
    const text = this.#held + Buffer.from(bytes).toString('latin1');
    const start = UNFINISHED.exec(text)?.index ?? text.length;
    this.#held = text.slice(start);
    return this.#pass(text.slice(0, start));
  }

  end(): Buffer {
    return this.#pass(this.#held);
  }

  #pass(text: string): Buffer {
    if (text === '') return Buffer.alloc(0);
    const guarded = text.replace(COMMAND, (command) => `${command}${BREAK}`);
    // The line end before the first line is not part of it.
    const shown = this.#isFirst ? guarded.slice(1) : guarded;
    this.#isFirst = false;
    return Buffer.from(shown, 'latin1');
  }
}

export function isGithub(environment: NodeJS.ProcessEnv = process.env): boolean {
  return environment.GITHUB_ACTIONS === 'true';
}

/** A text for the log, in which no command counts. */
export function withoutCommands(text: string): string {
  if (!isGithub()) return text;
  const guard = new CommandGuard();
  return Buffer.concat([guard.write(Buffer.from(text)), guard.end()]).toString();
}
