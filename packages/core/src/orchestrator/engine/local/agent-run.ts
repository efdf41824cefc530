import { randomUUID } from 'node:crypto';
import type {
  AdapterHost,
  AgentOptions,
  AgentRequest,
  AgentResult,
  AgentUsage,
  AgentVerdict,
  IAgentAdapter,
  LaunchConfig,
  Outcome,
  ProcessExit,
} from '@agentflow/plugin-sdk';
import { LogFileError } from '../../../output/log-file.js';
import { writeOutput } from '../../../output/write-output.js';
import type { StartError } from '../../../runners/runner.js';
import { agentLaunch, conversationIn, createAgentAdapter } from '../agent-launch.js';
import { formatAnswer } from '../answer-format.js';
import type { Attempt, AttemptAgent, AttemptHost } from '../attempt.js';
import { failed } from '../outcomes.js';
import { addUsage, NO_USAGE } from './agent-usage.js';
import type { ContextParts } from './node-context.js';
import { packageVersion } from './package-version.js';
import { ScreenWatch } from './screen-watch.js';
import { TextTail } from './text-tail.js';

/** An argument of 131,072 bytes cannot be passed on Linux; longer prompts go through a file. */
const LONGEST_ARGUMENT = 120_000;

/** Runs the node's agent: launch, observe, judge; and once more when it has lost the conversation to continue. */
export async function runAgent({ prompt, options }: AgentRequest, parts: ContextParts): Promise<AgentResult> {
  const { agent } = parts.attempt;
  if (!agent) throw new Error(`The node "${parts.attempt.taskId}" has no agent to run.`);
  const { resume, ...fresh } = { ...agent.options, ...options };
  if (resume === undefined) return runOnce({ agent, options: fresh, prompt, parts });
  const continued = await runOnce({ agent, options: { ...fresh, resume }, prompt, parts });
  if (!continued.conversationLost || parts.signal.aborted) return continued;
  parts.host.warn(
    'conversation-lost',
    `${agent.adapter} does not know the conversation ${resume} any more; it begins a new one.`,
  );
  return runOnce({ agent, options: fresh, prompt, parts });
}

interface OneRun {
  readonly agent: AttemptAgent;
  readonly options: AgentOptions;
  readonly prompt: string | undefined;
  readonly parts: ContextParts;
}

type RunResult = AgentResult & { readonly conversationLost?: boolean };

async function runOnce({ agent, options: asked, prompt, parts }: OneRun): Promise<RunResult> {
  const options = namesConversation(agent, asked) ? { ...asked, newConversation: randomUUID() } : asked;
  const { attempt, host, machine, signal } = parts;
  signal.throwIfAborted();
  const spent = host.budgetSpent();
  if (spent !== undefined) return notRun(failed('limit-reached', `${spent}; the agent was not started.`));
  const adapter = await createAgentAdapter(machine.adapters, attempt, agent);
  const launch = prepareLaunch({ adapter, agent, options, prompt, attempt, host });
  if ('status' in launch) return notRun(launch);
  signal.throwIfAborted();
  if (prompt !== undefined) host.prompted(prompt);
  return agent.mode === 'interactive'
    ? runInteractive({ agent, adapter, launch, options, parts })
    : runHeadless({ agent, adapter, launch, options, parts });
}

/** An interactive agent does not tell its conversation, so it is told which id to use. */
function namesConversation({ mode }: AttemptAgent, { resume }: AgentOptions): boolean {
  return mode === 'interactive' && resume === undefined;
}

function notRun(outcome: Outcome): AgentResult {
  return { outcome, answer: '', conversationId: null, usage: NO_USAGE };
}

function prepareLaunch(preparation: Preparation): LaunchConfig | Outcome {
  const { adapter, agent, options, prompt, attempt, host } = preparation;
  try {
    const short = shortPrompt(prompt, options, attempt);
    const { launch, beginsAnew } = agentLaunch(adapter, agent, { prompt: short, options });
    if (beginsAnew)
      host.warn('conversation-lost', `${agent.adapter} cannot continue a conversation; it begins a new one.`);
    return launch;
  } catch (error) {
    if (error instanceof LogFileError) host.lost(error);
    const message = error instanceof Error ? error.message : String(error);
    return { status: 'failed', reason: 'not-started', message };
  }
}

interface Preparation {
  readonly adapter: IAgentAdapter;
  readonly agent: AttemptAgent;
  readonly options: AgentOptions;
  readonly prompt: string | undefined;
  readonly attempt: Attempt;
  readonly host: AttemptHost;
}

function shortPrompt(
  prompt: string | undefined,
  { allowedTools }: AgentOptions,
  { files }: Attempt,
): string | undefined {
  if (prompt === undefined || Buffer.byteLength(prompt) <= LONGEST_ARGUMENT) return prompt;
  if (allowedTools?.length === 0) throw new Error(NOBODY_READS);
  writeOutput(files.prompt, prompt);
  return `Your task is in the file ${files.prompt}. Read the whole file, then do what it says.`;
}

const NOBODY_READS = `The prompt has more than ${LONGEST_ARGUMENT.toLocaleString('en')} bytes, so it would be in a file; "allowed_tools: []" leaves the agent no tool to read it with.`;

/** The person ends an interactive agent, so any exit code counts as done. */
async function runInteractive({ agent, adapter, launch, options, parts }: AgentProcess): Promise<AgentResult> {
  const facts = new AgentFacts(parts, launch);
  const conversationId = conversationIn(launch, options);
  const screen = await ScreenWatch.create(adapter, facts.host, parts.machine.terminalSize);
  const end = await parts.processes.run({
    kind: 'terminal',
    launch,
    adapter,
    host: facts.host,
    screen,
    onStart: (pid) => {
      parts.host.launched({ pid, mode: 'interactive', command: launch.command, adapter: agent.adapter });
      if (conversationId !== undefined) facts.host.emit({ type: 'session', conversationId });
    },
  });
  const answer = await screen.close();
  if (!end.started) return facts.result(startFailure(end.error, adapter), '');
  const { exitCode } = end.exit;
  return facts.result({ status: 'done', output: answer, exitCode }, answer);
}

interface AgentProcess {
  readonly agent: AttemptAgent;
  readonly adapter: IAgentAdapter;
  readonly launch: LaunchConfig;
  readonly options: AgentOptions;
  readonly parts: ContextParts;
}

async function runHeadless({ agent, adapter, launch, options, parts }: AgentProcess): Promise<RunResult> {
  const facts = new AgentFacts(parts, launch);
  const stdout = new TextTail();
  const end = await parts.processes.run({
    kind: 'pipes',
    launch,
    adapter,
    host: facts.host,
    onBytes: (bytes, stream) => {
      if (stream === 'stdout' && !adapter.judge) stdout.write(bytes);
    },
    onStart: (pid) => parts.host.launched({ pid, mode: 'headless', command: launch.command, adapter: agent.adapter }),
  });
  if (!end.started) return facts.result(startFailure(end.error, adapter), '');
  const verdict = adapter.judge?.(end.exit) ?? judgeByExit(end.exit, stdout.text());
  const result = facts.result(await toOutcome(verdict, end.exit, options), verdict.ok ? verdict.answer : '');
  return { ...result, conversationLost: !verdict.ok && verdict.conversationLost === true };
}

async function toOutcome(verdict: AgentVerdict, { exitCode }: ProcessExit, options: AgentOptions): Promise<Outcome> {
  if (!verdict.ok) {
    const { reason, message, hint } = verdict;
    return { status: 'failed', reason, message, ...(hint !== undefined && { hint }), exitCode };
  }
  if (!options.outputFormat) return { status: 'done', output: verdict.answer, exitCode };
  const formatted = await formatAnswer(verdict.answer, options.outputFormat);
  if (formatted.ok) return { status: 'done', output: formatted.answer, exitCode };
  return { status: 'failed', reason: 'bad-output', message: formatted.message, output: verdict.answer, exitCode };
}

function judgeByExit({ exitCode, signal }: ProcessExit, stdout: string): AgentVerdict {
  if (exitCode === 0) return { ok: true, answer: stdout.replace(/\r?\n$/, '') };
  if (signal !== null) return { ok: false, reason: 'signal', message: `Ended by signal ${signal}.` };
  return { ok: false, reason: 'exit-code', message: `Exit code ${exitCode}.` };
}

function startFailure({ code, message }: StartError, { program }: IAgentAdapter): Outcome {
  const isMissing = code === 'ENOENT';
  const hint = isMissing && program?.installHint ? `Install it: ${program.installHint}` : undefined;
  return {
    status: 'failed',
    reason: isMissing ? 'missing-program' : 'not-started',
    message: isMissing && program ? `The program "${program.command}" is not on the PATH.` : message,
    ...(hint !== undefined && { hint }),
  };
}

/** What an adapter says about its agent while it runs. */
class AgentFacts {
  readonly host: AdapterHost;
  #conversationId: string | null = null;
  #usage: AgentUsage = NO_USAGE;

  constructor({ host, attempt }: ContextParts, { command, env }: LaunchConfig) {
    const path = { ...attempt.env, ...env }.PATH;
    this.host = {
      emit: (event) => {
        if (event.type === 'session') this.#conversationId = event.conversationId;
        if (event.type === 'usage') this.#usage = addUsage(this.#usage, event);
        host.reported(event.type === 'session' ? { ...packageVersion(command, path), ...event } : event);
      },
      needsInput: (question) => host.needsInput(question),
      working: () => host.working(),
    };
  }

  result(outcome: Outcome, answer: string): AgentResult {
    return { outcome, answer, conversationId: this.#conversationId, usage: this.#usage };
  }
}
