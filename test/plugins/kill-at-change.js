// For `node --import`: kills the process just before its n-th change of a file, n being in KILL_AT.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const fatal = Number(process.env.KILL_AT);
let changes = 0;

for (const name of [
  'mkdirSync',
  'writeFileSync',
  'renameSync',
  'rmSync',
  'symlinkSync',
  'linkSync',
  'fsyncSync',
  'unlinkSync',
]) {
  const original = fs[name];
  fs[name] = (...args) => {
    if (++changes === fatal) process.kill(process.pid, 'SIGKILL');
    return original(...args);
  };
}
syncBuiltinESMExports();
