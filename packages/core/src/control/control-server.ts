import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { type ControlReply, type ControlRequest, controlRequest, LONGEST_REQUEST } from './protocol.js';
import { socketName } from './socket-path.js';

export interface ControlServer {
  close(): void;
}

/**
 * Listens on the session's own socket, which only its owner may open. Trouble with it never harms the session:
 * without a socket the session runs on, out of reach.
 */
export function openControl(path: string, handle: (request: ControlRequest) => void): Promise<ControlServer> {
  const connections = new Set<Socket>();
  const server = createServer((socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket));
    serve(socket, handle);
  });
  server.unref();
  const close = () => {
    server.close();
    for (const socket of connections) socket.destroy();
    rmSync(path, { force: true });
  };
  return new Promise((resolve) => {
    server.on('error', () => resolve({ close }));
    listen(server, path, () => resolve({ close }));
  });
}

function listen(server: Server, path: string, listening: () => void): void {
  try {
    rmSync(path, { force: true });
    const { name, release } = socketName(path);
    server.listen(name, () => {
      release();
      chmodSync(path, 0o600);
      listening();
    });
  } catch (error) {
    server.emit('error', error);
  }
}

/** Takes one request after the other; what is not one is answered by an error and ends the connection. */
function serve(socket: Socket, handle: (request: ControlRequest) => void): void {
  let waiting = '';
  socket.setEncoding('utf8');
  socket.on('error', () => socket.destroy());
  socket.on('data', (text: string) => {
    waiting += text;
    for (let end = waiting.indexOf('\n'); end >= 0; end = waiting.indexOf('\n')) {
      const reply = answer(waiting.slice(0, end), handle);
      waiting = waiting.slice(end + 1);
      socket.write(`${JSON.stringify(reply)}\n`);
    }
    if (waiting.length > LONGEST_REQUEST) socket.destroy();
  });
}

function answer(line: string, handle: (request: ControlRequest) => void): ControlReply {
  try {
    handle(controlRequest.parse(JSON.parse(line)));
    return { ok: true };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
