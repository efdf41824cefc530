import { cpSync, readFileSync } from 'node:fs';
import type { TestRig } from '../rig/test-rig.js';
import { markedSleep, noneLeft, running } from './marked-processes.js';
import { SessionFiles } from './session-files.js';
import { shell } from './shell.js';
import { until } from './wait.js';
import { chain, workflow } from './workflows.js';

/** The session "one" of a→b→c, killed in c; c ends once the file `go` is there, as it is now. */
export class KilledSession {
  readonly #rig: TestRig;
  readonly journal: Buffer;

  static async create(rig: TestRig): Promise<KilledSession> {
    const sleep = markedSleep();
    const c = `test -e go || ${sleep}; echo $a.output $b.output`;
    const nodes = chain([
      { id: 'a', bash: 'echo one' },
      { id: 'b', bash: 'echo two' },
      { id: 'c', bash: c },
    ]);
    await rig.write({ 'flow.yaml': workflow(nodes) });
    const run = rig.agentflow('run flow.yaml --session-id one');
    await running(sleep);
    // The checkpoint follows the journal in its own time.
    const files = new SessionFiles(rig, 'one');
    await until(
      'the checkpoint knows of b',
      () => files.hasCheckpoint && files.checkpoint().tasks[1]?.status === 'DONE',
    );
    run.kill('SIGKILL');
    await run.exited;
    await noneLeft(sleep, 5000);
    await rig.write({ go: '' });
    return new KilledSession(rig, readFileSync(files.path('journal.jsonl')));
  }

  private constructor(rig: TestRig, journal: Buffer) {
    this.#rig = rig;
    this.journal = journal;
  }

  /** The session as the kill left it, in a project of its own. */
  copy(project: string) {
    cpSync(this.#rig.path('.agentflow'), this.#rig.path(project, '.agentflow'), {
      recursive: true,
      filter: (file) => !file.endsWith('control.sock'), // cannot be copied
    });
    return {
      files: new SessionFiles(this.#rig, 'one', project),
      resume: async () => {
        const { code, stdout, stderr } = await shell(this.#rig, `cd ${project} && agentflow resume one`).exited;
        return { code, stdout, stderr: this.#rig.mask(stderr) };
      },
    };
  }
}
