import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { ControlConnection } from './control-connection.js';
import type { Controlled } from './controlled.js';
import { socketName } from './socket-path.js';

export interface ControlServer {
  close(): void;
}

/** Each takes a file descriptor, which the session's tasks need too. */
const MOST_CONNECTIONS = 64;

/**
 * Listens on the session's own socket, which only its owner may open. Trouble with it never harms the session:
 * without a socket the session runs on, out of reach. While it listens the process stays, be it only to be answered.
 */
export function openControl(path: string, session: Controlled): Promise<ControlServer> {
  const connections = new Set<ControlConnection>();
  const server = createServer((socket) => {
    const connection = new ControlConnection(socket, session);
    connections.add(connection);
    socket.on('close', () => connections.delete(connection));
  });
  server.maxConnections = MOST_CONNECTIONS;
  const close = () => {
    server.close();
    for (const connection of connections) connection.close();
    rmSync(path, { force: true });
  };
  return new Promise((resolve) => {
    server.on('error', () => resolve({ close }));
    listen(server, path, () => resolve({ close }));
  });
}

function listen(server: Server, path: string, listening: () => void): void {
  const attempt = (action: () => void) => {
    try {
      action();
    } catch (error) {
      server.emit('error', error);
    }
  };
  attempt(() => {
    rmSync(path, { force: true });
    const { name, release } = socketName(path);
    server.listen(name, () =>
      attempt(() => {
        release();
        chmodSync(path, 0o600);
        listening();
      }),
    );
  });
}
