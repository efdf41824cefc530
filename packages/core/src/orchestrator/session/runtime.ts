import { collectSecrets, createRedactor, type Redactor } from '../../output/redactor.js';
import { createMarks, endTree, type Marks } from '../../runners/process-tree.js';
import { Reaper } from '../../runners/reaper.js';
import type { Plan } from '../../workflow/plan.js';
import type { TerminalSize } from '../engine/attempt.js';
import { LocalAttempts } from '../engine/local/local-attempts.js';
import { StartGate } from '../engine/local/start-gate.js';
import type { OrchestratorEnvironment } from './environment.js';

const DEFAULT_SIZE: TerminalSize = { columns: 80, rows: 24 };
const GRACE_MS = 5000;

/** What one run of a session has on this machine: the marks of its processes, the reaper, the secrets to hide. */
export class Runtime {
  readonly #environment: Pick<OrchestratorEnvironment, 'env' | 'redact'>;
  #redactor: Redactor;
  readonly #marks: Marks = createMarks();
  readonly #reaper: Reaper;
  readonly #now = new AbortController();

  constructor(environment: Pick<OrchestratorEnvironment, 'env' | 'redact'>) {
    this.#environment = environment;
    this.#redactor = createRedactor(collectSecrets(environment.env, environment.redact));
    this.#reaper = new Reaper(this.#marks.run);
  }

  get redactor(): Redactor {
    return this.#redactor;
  }

  /** The variables of a workflow can be secrets like those of the environment. */
  hideSecretsOf({ env, nodes }: Plan): void {
    const { env: outer, redact } = this.#environment;
    const secrets = [outer, env, ...nodes.map((node) => node.env)].flatMap((each) => collectSecrets(each, redact));
    this.#redactor = createRedactor([...new Set(secrets)]);
  }

  /** Runs attempts on this machine. */
  attempts(
    { adapters, nodeTypes, host }: Pick<OrchestratorEnvironment, 'adapters' | 'nodeTypes' | 'host'>,
    terminalSize: TerminalSize = DEFAULT_SIZE,
  ): LocalAttempts {
    const { redactor } = this;
    const machine = { adapters, nodeTypes, resources: host, redactor, marks: this.#marks, reaper: this.#reaper };
    return new LocalAttempts({ ...machine, gate: new StartGate(), terminalSize });
  }

  /** What every process of this run carries. */
  get mark(): string {
    return this.#marks.run;
  }

  /** Ends what successful tasks left in the background, and the reaper. */
  async endAll(): Promise<void> {
    const groups = this.#reaper.leftGroups();
    await endTree({ token: this.#marks.run, groups, graceMs: GRACE_MS, now: this.#now.signal });
    await this.#reaper.done();
  }

  /** Ends the patience of `endAll`. */
  killAll(): void {
    this.#now.abort();
  }
}
