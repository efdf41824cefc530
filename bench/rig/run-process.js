import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { watchMemory } from './memory.js';
import { spawnInTerminal } from './terminal.js';

// Bash keeps the time and the processor time of everything that was waited for below it. What it costs itself lies
// outside of the two clock readings.
const WRAPPER = `
facts=$1; shift
begin=$EPOCHREALTIME
"$@"
code=$?
end=$EPOCHREALTIME
{ echo "$code $begin $end"; times; } >"$facts"
`;

/**
 * Runs a command to its end: `{ wallMs, cpuMs, rssMb, stdout }`, or `{ failed }` with the reason.
 * `output` is `ignore`, `text` (kept as stdout), `terminal`, or the path of a file for stdout.
 */
export async function runProcess({ command, args, cwd, env, output = 'ignore', limitMs = 600_000, accept = [0] }) {
  const facts = join(env.HOME, '.facts');
  rmSync(facts, { force: true });
  const request = { command: 'bash', args: ['-c', WRAPPER, 'bench', facts, command, ...args], cwd, env };
  const started = output === 'terminal' ? spawnInTerminal(request) : spawnOnPipes(request, output);
  const memory = watchMemory(started.pid);
  const end = () => killGroup(started.pid);
  process.prependOnceListener('exit', end); // Ctrl-C must not leave it behind
  const limit = setTimeout(end, limitMs);
  const { stdout } = await started.ended;
  clearTimeout(limit);
  process.off('exit', end);
  const rssMb = memory.stop();
  if (!existsSync(facts)) return { failed: `not done in ${Math.round(limitMs / 1000)} s` };
  const { code, wallMs, cpuMs } = readFacts(readFileSync(facts, 'utf8'));
  if (!accept.includes(code)) return { failed: `exit ${code}` };
  return { wallMs, cpuMs, rssMb, stdout };
}

function spawnOnPipes({ command, args, cwd, env }, output) {
  const file = output === 'ignore' || output === 'text' ? undefined : openSync(output, 'w');
  const stdout = output === 'text' ? 'pipe' : (file ?? 'ignore');
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', stdout, 'ignore'], detached: true });
  if (file !== undefined) closeSync(file);
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (piece) => {
    text += piece;
  });
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve({ stdout: text }));
  });
  return { pid: child.pid, ended };
}

function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended at this moment.
  }
}

/** The second line of `times` is about the children: `0m0.041s 0m0.012s`, user and system. */
function readFacts(text) {
  const [first = '', , children = ''] = text.split('\n');
  const [code, begin, end] = first.split(' ').map(Number);
  const cpuMs = children.split(' ').reduce((sum, part) => sum + toMs(part), 0);
  return { code, wallMs: (end - begin) * 1000, cpuMs };
}

function toMs(part) {
  const [minutes = '0', seconds = '0'] = part.replace('s', '').split('m');
  return (Number(minutes) * 60 + Number(seconds)) * 1000;
}
