import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { markedSleep, noneLeft, running } from './marked-processes.js';
import { Fault } from './report.js';
import { type JournalEvent, SessionFiles } from './session-files.js';
import { chain, workflow } from './workflows.js';

/** At once, so that hundreds of resumes take no longer than they must. */
const WORKERS = 2;

interface Killed extends AsyncDisposable {
  readonly rig: TestRig;
  readonly journal: Buffer;
  /** A copy of the session as the kill left it, in a project of its own. */
  copy(name: string): CopiedSession;
}

interface CopiedSession {
  readonly files: SessionFiles;
  resume(): Promise<{ code: number | null; stdout: string; stderr: string }>;
}

/** a→b→c, killed in c. */
async function killedInC(): Promise<Killed> {
  const rig = await TestRig.create();
  const sleep = markedSleep();
  const c = `test -e ${rig.path('go')} || ${sleep}; echo $a.output $b.output`;
  const nodes = chain([
    { id: 'a', bash: 'echo one' },
    { id: 'b', bash: 'echo two' },
    { id: 'c', bash: c },
  ]);
  await rig.write({ 'first/flow.yaml': workflow(nodes), 'first/x': '' });
  const run = rig.agentflow('run first/flow.yaml --cwd first --session-id one');
  await running(sleep);
  run.kill('SIGKILL');
  await run.exited;
  await noneLeft(sleep, 5000);
  await rig.write({ go: '' });
  const state = '.agentflow/sessions/one';
  return {
    rig,
    journal: readFileSync(rig.path('first', state, 'journal.jsonl')),
    copy: (name) => {
      cpSync(rig.path('first'), rig.path(name), { recursive: true });
      return {
        files: new SessionFiles(rig, 'one', name),
        resume: async () => rig.run(`resume one --cwd ${name}`),
      };
    },
    [Symbol.asyncDispose]: () => rig[Symbol.asyncDispose](),
  };
}
