import { writeFileSync } from 'node:fs';
import type { AgentResult, CheckHost, NodeContext, NodeType, Outcome, ProcessResult } from '@agentflow/plugin-sdk';
import type { Registry } from '../../registry.js';
import type { Attempt, AttemptHost, AttemptPort, RunningAttempt } from '../engine/attempt.js';
import { storeOutput } from '../engine/store-output.js';
import type { Stub, Stubs } from './stubs.js';

const UNKNOWN = { inputTokens: null, outputTokens: null, costUsd: null };

/** Runs node types without starting anything: agents, programs and people answer from stubs. */
export class StubAttempts implements AttemptPort {
  readonly #stubs: Stubs;
  readonly #nodeTypes: Registry<NodeType>;
  readonly #resources: Pick<CheckHost, 'findResource'>;

  constructor(parts: { stubs: Stubs; nodeTypes: Registry<NodeType>; resources: Pick<CheckHost, 'findResource'> }) {
    this.#stubs = parts.stubs;
    this.#nodeTypes = parts.nodeTypes;
    this.#resources = parts.resources;
  }

  start(attempt: Attempt, host: AttemptHost): RunningAttempt {
    return {
      ended: this.#run(attempt, host),
      send: () => false,
      resize: () => undefined,
      watch: () => undefined,
      stop: () => undefined,
      kill: () => undefined,
    };
  }

  async #run(attempt: Attempt, host: AttemptHost): Promise<Outcome> {
    try {
      const type = await this.#nodeTypes.get(attempt.type)?.load();
      if (!type) throw new Error(`The node type "${attempt.type}" is not registered.`);
      const context = stubContext({
        attempt,
        host,
        resources: this.#resources,
        stub: this.#stubs.get(attempt.taskId) ?? {},
      });
      return await storeOutput(attempt, await type.run(attempt.config, context));
    } catch (error) {
      return { status: 'failed', reason: 'internal', message: error instanceof Error ? error.message : String(error) };
    }
  }
}

interface ContextParts {
  readonly attempt: Attempt;
  readonly host: AttemptHost;
  readonly resources: Pick<CheckHost, 'findResource'>;
  readonly stub: Stub;
}

function stubContext({ attempt, host, resources, stub }: ContextParts): NodeContext {
  const { output = '', outputs = [output] } = stub;
  let calls = 0;
  const nextOutput = () => outputs[Math.min(calls++, outputs.length - 1)] ?? '';
  // What an agent's answer leads to, in a loop: it goes on while there are answers left.
  const isJudging = () => attempt.agent !== undefined && calls > 0;
  const isLast = () => calls >= outputs.length;
  return {
    nodeId: attempt.taskId,
    sessionId: attempt.sessionId,
    attempt: attempt.number,
    cwd: attempt.cwd,
    env: attempt.env,
    artifactsDir: attempt.files.artifactsDir,
    signal: new AbortController().signal,
    saved: attempt.saved,
    render: (template, variables = {}, as = 'text') => host.render(template, variables, as),
    outputsFile: () => host.outputsFile(),
    runAgent: async ({ prompt }): Promise<AgentResult> => {
      if (prompt !== undefined) host.prompted(prompt);
      const answer = nextOutput();
      return { outcome: agentOutcome(stub, answer), answer, conversationId: null, usage: UNKNOWN };
    },
    spawn: async ({ prepares = false }): Promise<ProcessResult> => {
      if (prepares) return { exitCode: 0, signal: null, stdoutFile: null };
      if (isJudging()) return { exitCode: stub.exit_code ?? (isLast() ? 0 : 1), signal: null, stdoutFile: null };
      const output = nextOutput();
      if (output !== '') writeFileSync(attempt.files.output, output, { mode: 0o600 });
      const stdoutFile = output === '' ? null : attempt.files.output;
      return { exitCode: stub.exit_code ?? (stub.failure === undefined ? 0 : 1), signal: null, stdoutFile };
    },
    ask: async ({ kind }) => {
      const message = kind === 'text' && isJudging() ? (isLast() ? '' : 'Go on.') : nextOutput();
      return { decision: stub.decision ?? 'approve', message };
    },
    findResource: (kind, name, extensions) => resources.findResource(kind, name, extensions),
    log: () => undefined,
    cancelSession: (reason) => host.cancelSession(reason),
    save: (state) => host.save(state),
  };
}

function agentOutcome({ failure, exit_code: exitCode = 0 }: Stub, answer: string): Outcome {
  if (failure !== undefined)
    return { status: 'failed', reason: 'agent-error', message: failure, output: answer, exitCode };
  if (exitCode === 0) return { status: 'done', output: answer, exitCode };
  return { status: 'failed', reason: 'exit-code', message: `Exit code ${exitCode}.`, output: answer, exitCode };
}
