import type { AdapterFactory, CheckHost, NodeType } from '@agentflow/plugin-sdk';
import type { Redactor } from '../../../output/redactor.js';
import type { Registry } from '../../../registry.js';
import type { Marks } from '../../../runners/process-tree.js';
import type { Reaper } from '../../../runners/reaper.js';
import type { Attempt, AttemptHost, AttemptPort, RunningAttempt, TerminalSize } from '../attempt.js';
import { LocalAttempt } from './local-attempt.js';
import type { StartGate } from './start-gate.js';

/** What attempts on this machine are run with. */
export interface LocalMachine {
  readonly adapters: Registry<AdapterFactory>;
  readonly nodeTypes: Registry<NodeType>;
  readonly resources: Pick<CheckHost, 'findResource'>;
  readonly redactor: Redactor;
  readonly marks: Marks;
  readonly reaper: Reaper;
  readonly gate: StartGate;
  readonly terminalSize: TerminalSize;
}

/** Runs attempts as processes of this machine. */
export class LocalAttempts implements AttemptPort {
  readonly #machine: LocalMachine;

  constructor(machine: LocalMachine) {
    this.#machine = machine;
  }

  start(attempt: Attempt, host: AttemptHost): RunningAttempt {
    return new LocalAttempt(attempt, host, this.#machine);
  }
}
