import { randomInt } from 'node:crypto';
import { writeSync } from 'node:fs';

/**
 * A marker written through the slave side of a terminal and taken out of what its master side gives:
 * all that was written before it has then been read. It is a control string that terminals ignore, of
 * digits so that no setting of the terminal changes it.
 */
export class EndMarker {
  readonly #bytes = Buffer.from(`\x1b_${randomInt(2 ** 47)}\x1b\\`);
  #written = 0;
  #found = false;
  #held: Buffer = Buffer.alloc(0);

  get isWritten(): boolean {
    return this.#written === this.#bytes.length;
  }

  get isFound(): boolean {
    return this.#found;
  }

  /** A full terminal takes part of it, or nothing: then again when something has been read. */
  write(slave: number): void {
    if (this.isWritten) return;
    try {
      this.#written += writeSync(slave, this.#bytes, this.#written);
    } catch {
      // Full, stopped or hung up.
    }
  }

  /** The bytes without the marker; as many as it could begin in are held back. */
  take(piece: Buffer): Buffer {
    const all = Buffer.concat([this.#held, piece]);
    const at = all.indexOf(this.#bytes);
    if (at === -1) {
      const decided = Math.max(0, all.length - this.#bytes.length + 1);
      this.#held = all.subarray(decided);
      return all.subarray(0, decided);
    }
    this.#found = true;
    this.#held = Buffer.alloc(0);
    return Buffer.concat([all.subarray(0, at), all.subarray(at + this.#bytes.length)]);
  }

  /** What was held back, without the part of the marker that could be written. */
  end(): Buffer {
    const part = this.#bytes.subarray(0, this.#written);
    const at = this.#held.lastIndexOf(part);
    return this.#written > 0 && at !== -1
      ? Buffer.concat([this.#held.subarray(0, at), this.#held.subarray(at + part.length)])
      : this.#held;
  }
}
