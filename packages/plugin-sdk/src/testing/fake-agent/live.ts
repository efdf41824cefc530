import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Agent } from './agent.js';
import { exitProcess, write } from './output.js';
import type { Command, LaunchReport, Report } from './protocol.js';
import { asStep } from './read-step.js';
import { runStep } from './run-step.js';
import { nameOfPrompt } from './script.js';
import { tellSignals } from './signals.js';
import type { TurnContext } from './turn-context.js';

/** Connects to the test that listens on a socket, and from then on does what it says. */
export function obey(agent: Agent, { socketPath, argv }: { socketPath: string; argv: readonly string[] }): void {
  const socket = connect(socketPath);
  const report = (fact: Report) => send(socket, fact);
  const context = agent.nextTurn(agent.invocation.prompt ?? '', (fact) => void report(fact));
  socket.once('connect', () => {
    tellSignals((signal) => report({ signal }));
    process.stdout.on('resize', () => void report({ resized: sizeOf(process.stdout) }));
    void report({ launched: launchReport(agent, argv) });
    agent.input.listen(
      (input) => void report({ input }),
      () => void report({ inputEnded: true }),
    );
  });
  createInterface({ input: socket })
    // The socket tells it too.
    .on('error', () => {})
    .on('line', (line) => void carryOut(JSON.parse(line) as Command, context, report));
  let problem = 'The test of the fake agent is over.';
  socket.once('connectionAttemptFailed', () => {
    problem = `No test of the fake agent listens on ${socketPath}.`;
  });
  socket.on('error', () => {});
  socket.once('close', () => leave(problem));
}

/** EX_SOFTWARE: the test went away, so nothing that happens now matters. */
const TEST_IS_GONE = 70;

async function leave(message: string): Promise<void> {
  await write('stderr', `${message}\n`);
  await exitProcess(TEST_IS_GONE);
}

/** Commands do not wait for one another, so that a sleeping agent can be told to exit. */
async function carryOut({ id, step }: Command, context: TurnContext, report: (fact: Report) => void): Promise<void> {
  try {
    const doing = runStep(asStep(step), context);
    if (step.do !== 'ask') await doing;
    report({ done: id });
  } catch (error) {
    report({ failed: id, message: error instanceof Error ? error.message : String(error) });
  }
}

function send(socket: Socket, fact: Report): Promise<void> {
  return new Promise((resolve) => {
    socket.write(`${JSON.stringify(fact)}\n`, () => resolve());
  });
}

function launchReport({ invocation, conversationId }: Agent, argv: readonly string[]): LaunchReport {
  const { stdin, stdout, env } = process;
  const tty = stdin.isTTY === true && stdout.isTTY === true;
  return {
    name: env.AGENTFLOW_FAKE_AGENT ?? nameOfPrompt(invocation.prompt ?? '') ?? '',
    argv,
    prompt: invocation.prompt ?? null,
    cwd: process.cwd(),
    env: env as Record<string, string>,
    pid: process.pid,
    headless: invocation.headless,
    conversationId,
    tty,
    columns: tty ? stdout.columns : null,
    rows: tty ? stdout.rows : null,
  };
}

function sizeOf({ columns, rows }: NodeJS.WriteStream): { columns: number; rows: number } {
  return { columns, rows };
}
