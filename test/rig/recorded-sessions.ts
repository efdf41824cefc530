import type { RunningProcess } from './running-process.js';
import { TestRig } from './test-rig.js';

/** A screen of a known width. */
export const WIDE = { env: { COLUMNS: '80' } };

/** One task of each ending: done, skipped, failed after a second try, and one that never starts. */
export const RELEASE = `name: Release
description: Builds and ships
goal: Ship it
nodes:
  - {id: build, bash: "echo building"}
  - {id: lint, bash: "echo lint", depends_on: [build], when: "$build.output == 'docs'"}
  - {id: test, bash: "echo testing; exit 3", depends_on: [build], retry: {max_attempts: 2, delay_ms: 1, on_error: all}}
  - {id: deploy, bash: "echo deploy", depends_on: [test]}
`;

/** Prints, then waits for the file "go". */
export const WAITS = `name: Waits
description: Waits for a file
nodes:
  - {id: wait, bash: "echo begun; until [ -e go ]; do sleep 0.05; done; echo gone on"}
  - {id: after, bash: "echo after", depends_on: [wait]}
`;

/** A rig with these files. */
export async function rigWith(files: Record<string, string>): Promise<TestRig> {
  const rig = await TestRig.create();
  await rig.write(files);
  return rig;
}

/** Starts the workflow that waits, and returns when its first task has printed. */
export async function startWaiting(rig: TestRig): Promise<RunningProcess> {
  const run = rig.agentflow('run waits.yaml --session-id live --progress quiet');
  await rig.spawn('bash', ['-c', 'until [ -s .agentflow/sessions/live/logs/wait.1.log ]; do sleep 0.02; done']).exited;
  return run;
}

/** Times, sizes and process ids are different every time, and with them the width of columns. */
export function steady(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \([^)]*\)/g, '<time>')
    .replace(/\d\d:\d\d:\d\d/g, '<time>')
    .replace(/process( +)\d+/g, 'process$1<pid>')
    .replace(/\b\d+(\.\d)? (ms|s)\b/g, '<duration>')
    .replace(/\b\d+(\.\d)? (B|KB)\b/g, '<size>')
    .replace(/(?<=\S) {2,}/g, '  ');
}
