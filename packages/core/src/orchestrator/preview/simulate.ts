import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCheckout } from '../../checkout/checkout.js';
import { environmentBeside } from '../../workflow/load-workflow.js';
import type { SessionEvent } from '../events.js';
import { Orchestrator } from '../orchestrator.js';
import type { OrchestratorEnvironment, StartRequest } from '../session/environment.js';
import { FileSessionStore } from '../state/file-session-store.js';
import type { WorkflowSession } from '../types.js';
import { StubAttempts } from './stub-attempts.js';
import type { Stubs } from './stubs.js';

/** How a session would end with canned results, and everything that would happen before. */
export interface Simulation {
  readonly session: WorkflowSession;
  readonly events: readonly SessionEvent[];
}

/** Runs a whole session with canned results and starts nothing: which branches would run, and why not. */
export async function simulate(
  environment: OrchestratorEnvironment,
  request: StartRequest,
  stubs: Stubs,
): Promise<Simulation> {
  const root = await mkdtemp(join(tmpdir(), 'agentflow-simulation-'));
  try {
    const { nodeTypes, host } = environmentBeside(environment, request.source.file);
    const attempts = new StubAttempts({ stubs, nodeTypes, resources: host });
    const store = new FileSessionStore({ root });
    const orchestrator = await Orchestrator.start(
      { ...environment, store, attempts, checkout: openCheckout, pause: async () => undefined },
      { ...request, canAsk: true },
    );
    const events: SessionEvent[] = [];
    orchestrator.onEvent((event) => events.push(event));
    return { session: await orchestrator.run(), events };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
