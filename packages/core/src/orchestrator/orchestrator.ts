import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '@agentflow/plugin-sdk';
import { type CheckoutGuest, type CheckoutStay, openCheckout } from '../checkout/checkout.js';
import { openControl } from '../control/control-server.js';
import type { AttachedTerminal } from '../control/controlled.js';
import { environmentBeside } from '../workflow/load-workflow.js';
import type { Plan } from '../workflow/plan.js';
import type { TerminalSize, TerminalViewer } from './engine/attempt.js';
import { AttemptBuilder } from './engine/attempt-builder.js';
import { WorkflowExecutor } from './engine/workflow-executor.js';
import type { SessionEvent, TaskOutput } from './events.js';
import { Announcements, Audience } from './session/announcements.js';
import { endDeadRun } from './session/dead-run.js';
import type { OrchestratorEnvironment, RunOptions, StartRequest } from './session/environment.js';
import { planResume, type ResumePlan, type ResumeRequest } from './session/resume.js';
import { Runtime } from './session/runtime.js';
import { inputsOf, stagesOf, tasksOf, workflowFacts } from './session/session-facts.js';
import { TaskTerminals } from './session/task-terminals.js';
import { SessionManager } from './state/session-manager.js';
import { savingError } from './state/state-error.js';
import type { TaskRecord, WorkflowSession } from './types.js';

/** Tasks of a stage start together; of a graph of nodes this many run at once unless told otherwise. */
const DEFAULT_CONCURRENCY = 16;

/** Runs one session and is the way to reach its tasks. It writes to no terminal: whoever listens shows. */
export class Orchestrator {
  readonly #manager: SessionManager;
  readonly #runtime: Runtime;
  readonly #executor: WorkflowExecutor;
  readonly #announcements: Announcements;
  readonly #stay: CheckoutStay;
  readonly #outputs = new Audience<TaskOutput>();
  readonly #terminals = new TaskTerminals((taskId) => this.#executor.terminal(taskId));
  #stopping = false;

  /** Makes a new session. Nothing runs before `run`. */
  static async start(environment: OrchestratorEnvironment, request: StartRequest): Promise<Orchestrator> {
    const { plan, source, cwd } = request;
    const runtime = new Runtime(environment);
    runtime.hideSecretsOf(plan);
    const announcements = new Announcements();
    const started = {
      type: 'session.started',
      workflow: workflowFacts(plan, source.text, source.file),
      goal: request.goal ?? plan.goal ?? null,
      arguments: request.arguments ?? '',
      inputs: inputsOf(plan, request.inputs),
      cwd,
      stages: stagesOf(plan),
      tasks: tasksOf(plan),
    } as const;
    const id = request.sessionId ?? environment.store.newId();
    const stay = await enter(environment, { sessionId: id, cwd, mutates: plan.mutatesCheckout });
    try {
      const manager = await SessionManager.create(
        environment.store,
        { id, workflowText: source.text, started },
        { ...managerOptions(environment, runtime), listener: announcements.tell },
      );
      return new Orchestrator({ environment, request, plan, manager, runtime, announcements, stay });
    } catch (error) {
      await stay.leave();
      throw error;
    }
  }

  /** Takes up a session where it stopped. Throws a `WorkflowChangedError` when its file changed, unless accepted. */
  static async resume(environment: OrchestratorEnvironment, id: string, request: ResumeRequest): Promise<Orchestrator> {
    const runtime = new Runtime(environment);
    const announcements = new Announcements();
    const options = { ...managerOptions(environment, runtime), listener: announcements.tell };
    const manager = await SessionManager.open(environment.store, id, options);
    let stay: CheckoutStay | undefined;
    try {
      await endDeadRun(manager);
      const resume = await planResume(environment, manager, request);
      const { plan } = resume;
      runtime.hideSecretsOf(plan);
      stay = await enter(environment, { sessionId: id, cwd: manager.session.cwd, mutates: plan.mutatesCheckout });
      if (resume.acceptedText !== undefined) await manager.replaceWorkflow(resume.acceptedText);
      manager.record(resume.event);
      return new Orchestrator({ environment, request, plan, manager, runtime, announcements, stay, resume });
    } catch (error) {
      await stay?.leave();
      await manager.close();
      throw error;
    }
  }

  private constructor(parts: OrchestratorParts) {
    const { request, plan, manager, runtime, resume } = parts;
    const environment = environmentBeside(parts.environment, manager.session.workflow.file);
    this.#manager = manager;
    this.#runtime = runtime;
    this.#announcements = parts.announcements;
    this.#stay = parts.stay;
    const ledger = {
      record: (event: Parameters<SessionManager['record']>[0]) => void manager.record(event),
      has: (id: string) => manager.session.tasks.has(id),
      task: (id: string) => taskOf(manager.session, id),
      saved: (id: string) => manager.savedOf(taskOf(manager.session, id)),
      costUsd: () => manager.session.usage.costUsd,
      durable: () => manager.durable(),
    };
    this.#executor = new WorkflowExecutor({
      plan,
      ledger,
      attempts: environment.attempts ?? runtime.attempts(environment, request.terminalSize),
      builder: new AttemptBuilder({
        plan,
        ledger,
        environment,
        // What is stored has no secrets; what tasks get must have them.
        session: { ...manager.session, ...manager.given },
        files: manager.paths,
      }),
      concurrency: concurrencyOf(plan, request.concurrency),
      onFailure: request.onFailure ?? 'continue',
      canAsk: request.canAsk ?? false,
      random: environment.random ?? Math.random,
      now: () => (environment.clock?.() ?? new Date()).getTime(),
      pause: environment.pause ?? pause,
      onOutput: (taskId, attempt, output) => this.#outputs.tell({ taskId, attempt, ...output }),
      wantsOutput: () => !this.#outputs.isEmpty,
      ...(resume && { toConfirm: resume.toConfirm, hasChanged: resume.hasChanged }),
    });
  }

  get session(): WorkflowSession {
    return this.#manager.session;
  }

  /** The session's folder. */
  get folder(): string {
    return this.#manager.paths.dir;
  }

  /** Where an attempt's output is kept, without secrets; the file appears with the first byte. */
  logFile(taskId: string, attempt: number): string {
    return this.#manager.paths.logFile(taskId, attempt);
  }

  /** Every event, after it is saved, with the session as it is then. Returns the function that ends it. */
  onEvent(listener: (event: SessionEvent, session: WorkflowSession) => void): () => void {
    return this.#announcements.add((event) => listener(event, this.#manager.session));
  }

  /** Live output of all tasks. Returns the function that ends it. */
  onOutput(listener: (output: TaskOutput) => void): () => void {
    return this.#outputs.add(listener);
  }

  /** Resolves with the session when nothing of it runs any more; rejects when its state cannot be saved. */
  async run(): Promise<WorkflowSession> {
    // Before anybody hears of the session: whoever does may want to reach it.
    const control = await openControl(this.#manager.paths.controlSocket, this);
    this.#announcements.open();
    const leave = async () => {
      control.close();
      await this.#runtime.endAll();
      await this.#stay.leave();
      await this.#manager.close();
    };
    try {
      const end = await this.#executor.run();
      await this.#runtime.endAll();
      for (const warning of await this.#stay.warnings()) this.#manager.record({ type: 'session.warned', ...warning });
      this.#manager.record({ type: 'session.finished', ...end });
    } catch (error) {
      // What went wrong first is told, not that its end cannot be saved either.
      await leave().catch(() => {});
      throw savingError(error);
    }
    await leave();
    return this.#manager.session;
  }

  /** Types into a task's agent; a text that `continues` the one before is not recorded. */
  send(taskId: string, text: string, continues = false): void {
    this.#executor.send(taskId, text, continues);
  }

  /** Shows the terminal of an active interactive task, and lets keys in. Throws for any other task. */
  attach(taskId: string, viewer: TerminalViewer, size: TerminalSize | null): AttachedTerminal {
    return this.#terminals.attach(taskId, viewer, size);
  }

  /** Answers the question of a task that asked one. */
  answer(taskId: string, answer: Answer): void {
    this.#executor.answer(taskId, answer);
  }

  /** Stops an active interactive task and marks it DONE; throws for any other task. */
  completeTask(taskId: string): void {
    this.#executor.completeTask(taskId);
  }

  /** Ends the session as CANCELLED, also one that is being interrupted. */
  cancel(reason: string): void {
    this.#stopping = true;
    this.#executor.stop({ status: 'CANCELLED', reason });
  }

  /** Ends the run as INTERRUPTED, to be resumed later. While it is ending, it kills at once. */
  interrupt(reason: string): void {
    if (this.#stopping) {
      this.#runtime.killAll();
      this.#executor.kill();
      return;
    }
    this.#stopping = true;
    this.#executor.stop({ status: 'INTERRUPTED', reason });
  }
}

interface OrchestratorParts {
  readonly environment: OrchestratorEnvironment;
  readonly request: RunOptions;
  readonly plan: Plan;
  readonly manager: SessionManager;
  readonly runtime: Runtime;
  readonly announcements: Announcements;
  readonly stay: CheckoutStay;
  readonly resume?: ResumePlan;
}

function enter({ checkout = openCheckout }: OrchestratorEnvironment, guest: CheckoutGuest): Promise<CheckoutStay> {
  return checkout.enter(guest);
}

function managerOptions({ clock }: OrchestratorEnvironment, runtime: Runtime) {
  return { mark: runtime.mark, redact: (text: string) => runtime.redactor.text(text), ...(clock && { clock }) };
}

function concurrencyOf({ kind, maxParallel }: Plan, asked: number | undefined): number {
  const fallback = kind === 'stages' ? Number.POSITIVE_INFINITY : DEFAULT_CONCURRENCY;
  return Math.min(asked ?? maxParallel ?? fallback, maxParallel ?? Number.POSITIVE_INFINITY);
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => undefined);
}

function taskOf({ tasks }: WorkflowSession, id: string): TaskRecord {
  const task = tasks.get(id);
  if (!task) throw new Error(`There is no task "${id}" in this session.`);
  return task;
}
