import { setTimeout as delay } from 'node:timers/promises';
import { answerTo } from './answer.js';
import { floodContent, write } from './output.js';
import { ignoreSignals } from './signals.js';
import type { Step } from './step.js';
import { mayUse, writeFileStep } from './tools.js';
import { ask, type TurnContext, usageOf } from './turn-context.js';

/** What the agent does without a script. */
export const WORK: readonly Step[] = [{ do: 'tool', name: 'Plan', detail: 'how to go about it' }, { do: 'answer' }];

/** Does the steps in order. `{reply}` in a text is the last answer of the person. */
export async function runSteps(steps: readonly Step[], context: TurnContext): Promise<void> {
  let reply = '';
  for (const step of steps) {
    if (step.do === 'ask') reply = await ask(context, step.question);
    else await runStep(withReply(step, reply), context);
  }
}

/** Does one step. */
export async function runStep(step: Step, context: TurnContext): Promise<void> {
  const { turn } = context;
  switch (step.do) {
    case 'print':
      return write('stdout', `${step.text}\n`);
    case 'write':
      return write('stdout', step.text);
    case 'stderr':
      return write('stderr', `${step.text}\n`);
    case 'say':
      return turn.say(step.text);
    case 'answer':
      return answer(context);
    case 'finish':
      return turn.finish(usageOf(context));
    case 'ask':
      await ask(context, step.question);
      return;
    case 'ansi':
      return write('stdout', (await awkward()).styled(step));
    case 'sleep':
      await delay(step.ms);
      return;
    case 'tool':
      return tool(step, context);
    case 'usage':
      return turn.tell({
        type: 'usage',
        counts: 'total',
        inputTokens: step.inputTokens,
        outputTokens: step.outputTokens,
        costUsd: step.costUsd ?? null,
      });
    case 'retry-event': {
      const { do: _, ...retry } = step;
      return turn.tell({ type: 'retry', ...retry });
    }
    case 'rate-limit-event':
      return turn.tell({ type: 'rate-limit', message: step.message });
    case 'error-event':
      return turn.tell({ type: 'result', ok: false, text: step.message });
    case 'spawn-child': {
      const { spawnChild } = await import('./spawn-child.js');
      return context.report({ child: await spawnChild(step) });
    }
    case 'ignore-signals':
      return ignoreSignals(step.signals);
    case 'split-utf8':
      return (await awkward()).splitUtf8(step);
    case 'split-ansi':
      return (await awkward()).splitAnsi(step);
    case 'flood':
      return (await awkward()).flood(step.bytes);
    case 'say-flood':
      return turn.say(floodContent(step.bytes));
    case 'drip':
      return (await awkward()).drip(step);
    case 'crash':
      return crash(step.how);
    case 'exit':
      return context.exit(step.code);
    case 'write-file':
      return writeFileStep(step, context);
    case 'echo-args':
      return write('stdout', `${JSON.stringify(context.argv)}\n`);
    case 'echo-cwd':
      return write('stdout', `${process.cwd()}\n`);
    case 'echo-env':
      return write('stdout', step.names.map((name) => `${name}=${process.env[name] ?? ''}\n`).join(''));
    case 'raw-mode':
      return context.input.setRaw();
    case 'hang':
      return new Promise(() => setInterval(() => {}, 2 ** 30));
  }
}

/** Loaded when it is needed, to start fast. */
const awkward = () => import('./awkward-output.js');

function withReply(step: Step, reply: string): Step {
  if (!('text' in step) || !step.text?.includes('{reply}')) return step;
  return { ...step, text: step.text.replaceAll('{reply}', () => reply) };
}

/** The answer the agent gives of its own accord, a line at a time. */
async function answer({ invocation, prompt, turn }: TurnContext): Promise<void> {
  const text = await answerTo(prompt, invocation.schema);
  if (invocation.as === 'claude') return turn.say(text);
  const pace = Number(process.env.AGENTFLOW_FAKE_PACE ?? 0);
  for (const piece of text.split(/(?<=\n)/)) {
    if (pace > 0) await delay(pace);
    turn.stream(piece);
  }
}

function tool({ name, detail, state }: Extract<Step, { do: 'tool' }>, { turn, invocation }: TurnContext): void {
  const tell = (told: 'started' | 'finished' | 'failed' | 'refused') =>
    turn.tell({ type: 'tool', name, state: told, ...(detail !== undefined && { detail }) });
  tell('started');
  if (state !== 'started') tell(state ?? (mayUse(name, invocation) ? 'finished' : 'refused'));
}

function crash(how: 'kill' | 'uncaught' | 'abort' = 'kill'): Promise<never> {
  if (how === 'abort') process.abort();
  if (how === 'uncaught') setImmediate(throwUncaught);
  if (how === 'kill') process.kill(process.pid, 'SIGKILL');
  return new Promise(() => setInterval(() => {}, 2 ** 30));
}

function throwUncaught(): never {
  throw new Error('The fake agent crashed, as it was told to.');
}
