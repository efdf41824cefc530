import { connect, type Socket } from 'node:net';
import type { TerminalSize, TerminalViewer } from '../orchestrator/engine/attempt.js';
import type { AttachedTerminal } from './controlled.js';
import type { ControlReply, ControlRequest, TerminalNews } from './protocol.js';
import { socketName } from './socket-path.js';

const PATIENCE_MS = 5000;

/** Asks a live session for something. Null when no session listens there. */
export async function askSession(path: string, request: ControlRequest): Promise<ControlReply | null> {
  const connection = await open(path, request);
  connection?.socket.destroy();
  return connection?.reply ?? null;
}

/** How another process looks at a task's terminal. */
export interface RemoteViewer extends TerminalViewer {
  /** The screen is empty and drawn anew. */
  again(): void;
  /** The session does not answer any more. */
  lost(): void;
}

/** Steps into a terminal of a live session; the error of the session when it cannot be, null when none listens. */
export async function attachToSession(
  path: string,
  { taskId, size }: { readonly taskId: string; readonly size: TerminalSize | null },
  viewer: RemoteViewer,
): Promise<{ readonly ok: true; readonly terminal: AttachedTerminal } | { ok: false; message: string } | null> {
  const connection = await open(path, { command: 'attach', taskId, size });
  if (!connection?.reply) return null;
  const { socket, reply, lines } = connection;
  if (!reply.ok) {
    socket.destroy();
    return reply;
  }
  socket.setTimeout(0);
  let isOver = false;
  socket.on('close', () => {
    if (!isOver) viewer.lost();
  });
  lines.listener = (line) => {
    const news = JSON.parse(line) as TerminalNews | ControlReply;
    if ('bytes' in news) viewer.bytes(Buffer.from(news.bytes, 'base64'));
    else if ('again' in news) viewer.again();
    else if ('ended' in news) {
      isOver = true;
      viewer.ended(news.usedRows);
    }
  };
  const tell = (request: ControlRequest) => void socket.write(`${JSON.stringify(request)}\n`);
  return {
    ok: true,
    terminal: {
      type: (keys) => tell({ command: 'type', keys }),
      resize: ({ columns, rows }) => tell({ command: 'resize', columns, rows }),
      detach: () => {
        isOver = true;
        socket.destroy();
      },
    },
  };
}

interface Connection {
  readonly socket: Socket;
  readonly reply: ControlReply | null;
  readonly lines: { listener: ((line: string) => void) | undefined };
}

/** Sends a request and waits for the reply; lines that come later go to the listener that is set then. */
function open(path: string, request: ControlRequest): Promise<Connection | null> {
  const { name, release } = socketName(path);
  return new Promise<Connection | null>((resolve) => {
    const socket = connect(name);
    const lines = new LineQueue();
    const end = (reply: ControlReply | null) => resolve(reply && { socket, reply, lines });
    socket.setEncoding('utf8');
    socket.setTimeout(PATIENCE_MS, () => end({ ok: false, message: 'The session does not answer.' }));
    socket.on('error', () => end(null));
    socket.on('close', () => end(null));
    socket.on('connect', () => socket.write(`${JSON.stringify(request)}\n`));
    socket.on('data', (text: string) => lines.take(text));
    lines.onFirst = (line) => end(readReply(line));
  }).finally(release);
}

function readReply(line: string): ControlReply {
  try {
    return JSON.parse(line) as ControlReply;
  } catch {
    return { ok: false, message: 'The session answers in a way this version does not understand.' };
  }
}

/** Whole lines of a stream: the first is the reply, the others wait until somebody listens. */
class LineQueue {
  onFirst: ((line: string) => void) | undefined;
  readonly #kept: string[] = [];
  #rest = '';
  #listener: ((line: string) => void) | undefined;

  set listener(listener: (line: string) => void) {
    this.#listener = listener;
    for (const line of this.#kept.splice(0)) listener(line);
  }

  take(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#give(line);
  }

  #give(line: string): void {
    if (this.onFirst) {
      const first = this.onFirst;
      this.onFirst = undefined;
      first(line);
    } else if (this.#listener) this.#listener(line);
    else this.#kept.push(line);
  }
}
