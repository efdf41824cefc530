import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentResult, Answer, NodeContext, ProcessRequest, ProcessResult, Question } from '../../node-context.js';
import type { CheckHost } from '../../node-type.js';

/** What is around the node, and who plays agent and person. */
export interface TestHostOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What the node saved in an earlier life. */
  readonly saved?: unknown;
  /** Answers questions; by default everything is approved. */
  readonly answer?: (question: Question) => Answer;
  /** Plays the agent; by default it repeats its prompt. */
  readonly agent?: (prompt: string) => string | AgentResult;
}

/** Everything a node type can ask of AgentFlow, for tests of `run`: programs are real, agent and person are played. */
export interface TestHost extends Disposable {
  readonly context: NodeContext;
  readonly check: CheckHost;
  readonly log: string;
  readonly saved: unknown;
  readonly questions: readonly Question[];
  /** Why the session was cancelled, if it was. */
  readonly cancelled: string | undefined;
  /** Ends the node, as a timeout or a cancelled session does. */
  abort(): void;
}

/** Makes a host with a temporary folder of its own, which goes when the host is disposed of. */
export function createTestHost(options: TestHostOptions = {}): TestHost {
  const folder = mkdtempSync(join(tmpdir(), 'agentflow-host-'));
  const { cwd = folder, env = {}, answer = () => ({ decision: 'approve', message: '' }) } = options;
  const controller = new AbortController();
  const questions: Question[] = [];
  let [log, saved, cancelled]: [string, unknown, string | undefined] = ['', options.saved, undefined];
  let programs = 0;
  const context: NodeContext = {
    nodeId: 'node',
    sessionId: 'session',
    attempt: 1,
    cwd,
    env,
    artifactsDir: folder,
    signal: controller.signal,
    get saved() {
      return saved;
    },
    render: (template, variables = {}) => template.replace(/\$(\w+)/g, (text, name: string) => variables[name] ?? text),
    outputsFile: () => {
      const file = join(folder, 'outputs.json');
      writeFileSync(file, '{}');
      return file;
    },
    runAgent: async ({ prompt = '' }) => toResult((options.agent ?? String)(prompt)),
    spawn: (request) =>
      run(request, { cwd, env, signal: controller.signal, file: join(folder, `stdout.${++programs}`) }),
    ask: async (question) => {
      questions.push(question);
      return answer(question);
    },
    findResource: () => ({ found: false, searched: [], similar: [] }),
    log: (text) => {
      log += text;
    },
    cancelSession: (reason) => {
      cancelled = reason;
    },
    save: async (state) => {
      saved = structuredClone(state);
    },
  };
  return {
    context,
    check: { findResource: context.findResource, hasProgram: () => true },
    get log() {
      return log;
    },
    get saved() {
      return saved;
    },
    questions,
    get cancelled() {
      return cancelled;
    },
    abort: () => controller.abort(),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function toResult(result: string | AgentResult): AgentResult {
  if (typeof result !== 'string') return result;
  const usage = { inputTokens: null, outputTokens: null, costUsd: null };
  return { outcome: { status: 'done', output: result }, answer: result, conversationId: null, usage };
}

interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly file: string;
}

function run(request: ProcessRequest, { cwd, env, signal, file }: Surroundings): Promise<ProcessResult> {
  return new Promise((resolve) => {
    const child = spawn(request.command, request.args, {
      cwd: request.cwd ?? cwd,
      env: { ...process.env, ...env, ...request.env },
      stdio: ['pipe', 'pipe', 'ignore'],
      signal,
      killSignal: 'SIGKILL',
    });
    const stdout = child.stdout.pipe(createWriteStream(file));
    child.stdin.on('error', () => {}).end(request.input ?? '');
    let startError: ProcessResult['startError'];
    child.once('error', ({ name, code, message }: NodeJS.ErrnoException) => {
      if (name !== 'AbortError') startError = { code: code ?? 'unknown', message };
      if (child.pid === undefined)
        resolve({ exitCode: null, signal: null, stdoutFile: null, ...(startError && { startError }) });
    });
    child.once('close', (exitCode, killedBy) =>
      stdout.once('close', () => {
        resolve({ exitCode, signal: killedBy, stdoutFile: statSync(file).size > 0 ? file : null });
      }),
    );
  });
}
