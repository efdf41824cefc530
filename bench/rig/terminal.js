import { createRequire } from 'node:module';
import { libraryOf } from './product.js';

/** Runs a program in a terminal of 80 columns and 24 rows. What it draws is read and dropped. */
export function spawnInTerminal({ command, args, cwd, env }) {
  const pty = createRequire(import.meta.url)(libraryOf('core', 'node-pty'));
  const terminal = pty.spawn(command, args, { cwd, env: { ...env, TERM: 'xterm-256color' }, cols: 80, rows: 24 });
  terminal.onData(() => {});
  const ended = new Promise((resolve) => terminal.onExit(() => resolve({ stdout: '' })));
  return { pid: terminal.pid, ended };
}
