import type { Socket } from 'node:net';
import type { TerminalSize } from '../orchestrator/engine/attempt.js';
import type { AttachedTerminal, Controlled } from './controlled.js';
import {
  type ControlReply,
  type ControlRequest,
  controlRequest,
  LONGEST_REQUEST,
  type TerminalNews,
} from './protocol.js';

/** A connection that has sent no whole request for so long holds a place for nothing. */
const PATIENCE_MS = 10_000;
/** A viewer that is so many bytes behind gets the screen as it is when it has caught up, not all that was missed. */
const MOST_BEHIND = 1024 * 1024;

/** One process that talks to the session: requests in, replies out, and the terminal of a task if it asked for one. */
export class ControlConnection {
  readonly #socket: Socket;
  readonly #session: Controlled;
  #waiting = '';
  #attached: AttachedTerminal | undefined;
  /** That of the viewer's terminal; null for one that only looks. */
  #size: TerminalSize | null = null;

  constructor(socket: Socket, session: Controlled) {
    this.#socket = socket;
    this.#session = session;
    socket.setEncoding('utf8');
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#attached?.detach());
    socket.on('data', (text: string) => this.#take(text));
  }

  close(): void {
    this.#socket.end();
    this.#socket.destroySoon();
  }

  #take(text: string): void {
    this.#waiting += text;
    for (let end = this.#waiting.indexOf('\n'); end >= 0; end = this.#waiting.indexOf('\n')) {
      const line = this.#waiting.slice(0, end);
      this.#waiting = this.#waiting.slice(end + 1);
      const reply = this.#answer(line);
      if (reply) this.#write(reply);
    }
    if (this.#waiting.length > LONGEST_REQUEST) this.#socket.destroy();
  }

  /** What is not a request is answered by an error. */
  #answer(line: string): ControlReply | undefined {
    try {
      return this.#obey(controlRequest.parse(JSON.parse(line)));
    } catch (error) {
      return { ok: false, message: error instanceof Error ? error.message : String(error) };
    }
  }

  #obey(request: ControlRequest): ControlReply | undefined {
    switch (request.command) {
      case 'cancel':
        this.#session.cancel(request.reason);
        return { ok: true };
      case 'send':
        this.#session.send(request.taskId, request.text, request.continues);
        return { ok: true };
      case 'complete':
        this.#session.completeTask(request.taskId);
        return { ok: true };
      case 'answer':
        this.#session.answer(request.taskId, request);
        return { ok: true };
      case 'attach':
        this.#size = request.size;
        return this.#attach(request.taskId);
      case 'type':
        this.#attached?.type(request.keys);
        return undefined;
      case 'resize':
        this.#resize({ columns: request.columns, rows: request.rows });
        return undefined;
    }
  }

  #resize(size: TerminalSize): void {
    if (this.#size !== null) this.#size = size;
    this.#attached?.resize(size);
  }

  #attach(taskId: string): ControlReply | undefined {
    this.#attached?.detach();
    let isBehind = false;
    const attached = this.#session.attach(
      taskId,
      {
        bytes: (bytes) => {
          if (isBehind) return;
          this.#write({ bytes: Buffer.from(bytes).toString('base64') });
          if (this.#socket.writableLength <= MOST_BEHIND) return;
          isBehind = true;
          this.#socket.once('drain', () => this.#attachAgain(taskId));
        },
        ended: (usedRows) => {
          this.#write({ ended: true, usedRows });
          this.#socket.end();
        },
      },
      this.#size,
    );
    this.#attached = attached;
    // From now on silence means that somebody reads.
    this.#socket.setTimeout(0);
    return { ok: true };
  }

  #attachAgain(taskId: string): void {
    try {
      this.#write({ again: true });
      this.#attach(taskId);
    } catch {
      // The task ended meanwhile.
      this.#socket.end();
    }
  }

  #write(message: ControlReply | TerminalNews): void {
    if (this.#socket.writable) this.#socket.write(`${JSON.stringify(message)}\n`);
  }
}
