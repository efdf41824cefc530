import { execFile } from 'node:child_process';
import type { AgentProgram } from '@agentflow/core';
import satisfies from 'semver/functions/satisfies.js';

/** The version of an installed program, or why it cannot be asked. What it or the adapter does not tell is null. */
export type VersionFound =
  | { readonly ok: true; readonly version: string | null; readonly tested: boolean | null }
  | { readonly ok: false; readonly reason: string };

/** Asks a program for its version, and says whether that is one its adapter was tested with. */
export async function versionOf({ command, versionArgs, testedVersions }: AgentProgram): Promise<VersionFound> {
  const answer = await ask(command, versionArgs);
  if (!answer.ok) return answer;
  const version = /\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?/.exec(answer.text)?.[0] ?? null;
  if (version === null || testedVersions === undefined) return { ok: true, version, tested: null };
  return { ok: true, version, tested: satisfies(version, testedVersions, { includePrerelease: true }) };
}

const LONGEST_MS = 15_000;

type Answer = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

function ask(command: string, args: readonly string[]): Promise<Answer> {
  return new Promise((resolve) => {
    const child = execFile(
      command,
      [...args],
      { timeout: LONGEST_MS, killSignal: 'SIGKILL' },
      (failure, stdout, stderr) => {
        if (!failure) return resolve({ ok: true, text: `${stdout}\n${stderr}` });
        const reason = typeof failure.code === 'number' ? exitWords(failure.code, stderr) : firstLine(failure.message);
        resolve({ ok: false, reason: failure.killed ? `no answer within ${LONGEST_MS / 1000} s` : reason });
      },
    );
    child.stdin?.end();
  });
}

function exitWords(code: number, stderr: string): string {
  const words = firstLine(stderr.trim());
  return words === '' ? `exit code ${code}` : `exit code ${code}: ${words}`;
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? text;
}
