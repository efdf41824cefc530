import { connect } from 'node:net';
import type { ControlReply, ControlRequest } from './protocol.js';
import { socketName } from './socket-path.js';

const PATIENCE_MS = 5000;

/** Asks a live session for something. Null when no session listens there. */
export function askSession(path: string, request: ControlRequest): Promise<ControlReply | null> {
  const { name, release } = socketName(path);
  return new Promise<ControlReply | null>((resolve) => {
    const socket = connect(name);
    let text = '';
    const end = (reply: ControlReply | null) => {
      socket.destroy();
      resolve(reply);
    };
    socket.setEncoding('utf8');
    socket.setTimeout(PATIENCE_MS, () => end({ ok: false, message: 'The session does not answer.' }));
    socket.on('error', () => end(null));
    socket.on('close', () => end(null));
    socket.on('connect', () => socket.write(`${JSON.stringify(request)}\n`));
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('\n')) end(JSON.parse(text) as ControlReply);
    });
  }).finally(release);
}
