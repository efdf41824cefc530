/**
 * Turns terminal output into text for programs to read, piece by piece: escape sequences and control
 * characters go, wherever the pieces were cut; line breaks and tabs stay.
 *
 * A carriage return becomes a line break, and `\r\n` (or `\r\r\n`, as a terminal makes of it) a single
 * one: a progress bar redrawn with `\r` then reads as one line per state, where removing the `\r`
 * would glue the states together and overwriting would lose all but the last.
 */
export class AnsiCleaner {
  #state: State = 'text';
  /** Length of the control string being skipped. */
  #skipped = 0;
  /** Nothing visible came since a carriage return, so a line feed belongs to it. */
  #afterReturn = false;

  clean(text: string): string {
    if (this.#state === 'text' && !this.#afterReturn && find(CONTROL, text, 0) === text.length) return text;
    let clean = '';
    let index = 0;
    while (index < text.length) {
      if (this.#state === 'text') {
        const end = find(this.#afterReturn ? CONTROL_OR_BREAK : CONTROL, text, index);
        if (end > index) {
          clean += text.slice(index, end);
          this.#afterReturn = false;
        }
        index = end;
        if (index === text.length) break;
      }
      clean += this.#take(text.charCodeAt(index));
      index += 1;
    }
    return clean;
  }

  /** Moves on by one character that is part of a sequence or a control character; gives what is to be kept of it. */
  #take(code: number): string {
    if (code === CANCEL || code === SUBSTITUTE) return this.#enter('text');
    switch (this.#state) {
      case 'text':
        return this.#control(code);
      case 'escape':
        return this.#escape(code);
      case 'escape-intermediate':
        if (code < SPACE) return this.#control(code);
        return code < 0x30 ? '' : this.#leave(code);
      case 'control-sequence':
        if (code < SPACE) return this.#control(code);
        return code < 0x40 || code === DELETE ? '' : this.#leave(code);
      case 'operating-system-command':
      case 'control-string':
        return this.#controlString(code);
    }
  }

  #control(code: number): string {
    const opened = OPENED_BY_C1.get(code);
    if (opened) return this.#enter(opened);
    if (code === TAB) {
      this.#afterReturn = false;
      return '\t';
    }
    if (code === LINE_FEED) {
      const alreadyBroken = this.#afterReturn;
      this.#afterReturn = false;
      return alreadyBroken ? '' : '\n';
    }
    if (code === CARRIAGE_RETURN) {
      const alreadyBroken = this.#afterReturn;
      this.#afterReturn = true;
      return alreadyBroken ? '' : '\n';
    }
    return '';
  }

  #escape(code: number): string {
    if (code < SPACE) return this.#control(code);
    if (code < 0x30) return this.#enter('escape-intermediate');
    const opened = OPENED_BY_ESCAPE.get(code);
    return opened ? this.#enter(opened) : this.#leave(code);
  }

  #controlString(code: number): string {
    this.#skipped += 1;
    if (code === ESCAPE) return this.#enter('escape');
    const ended = code === STRING_TERMINATOR || (code === BELL && this.#state === 'operating-system-command');
    // An unterminated string must not swallow the rest of the output.
    return ended || this.#skipped > LONGEST_CONTROL_STRING ? this.#enter('text') : '';
  }

  #enter(state: State): '' {
    this.#state = state;
    this.#skipped = 0;
    return '';
  }

  /** The sequence ends with this character, or is broken off by one that cannot be part of any. */
  #leave(code: number): string {
    this.#enter('text');
    if (code < 0x80) return '';
    if (code < 0xa0) return this.#control(code);
    this.#afterReturn = false;
    return String.fromCharCode(code);
  }
}

type State =
  | 'text'
  | 'escape'
  | 'escape-intermediate'
  | 'control-sequence'
  | 'operating-system-command'
  | 'control-string';

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BELL = 0x07;
const CANCEL = 0x18;
const SUBSTITUTE = 0x1a;
const ESCAPE = 0x1b;
const SPACE = 0x20;
const DELETE = 0x7f;
const STRING_TERMINATOR = 0x9c;

/** Images and clipboard contents are long; a string longer than this has lost its end. */
const LONGEST_CONTROL_STRING = 1024 * 1024;

const OPENED_BY_C1: ReadonlyMap<number, State> = new Map([
  [ESCAPE, 'escape'],
  [0x90, 'control-string'], // DCS
  [0x98, 'control-string'], // SOS
  [0x9b, 'control-sequence'],
  [0x9d, 'operating-system-command'],
  [0x9e, 'control-string'], // PM
  [0x9f, 'control-string'], // APC
]);

/** The same with ESC: `ESC [` is U+009B, and so on. */
const OPENED_BY_ESCAPE: ReadonlyMap<number, State> = new Map(
  [...OPENED_BY_C1].filter(([code]) => code !== ESCAPE).map(([code, state]) => [code - 0x40, state]),
);

/** Line feeds and tabs need a look only right after a carriage return. */
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;
const CONTROL_OR_BREAK = /[\x00-\x1f\x7f-\x9f]/g;

function find(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}
