import { readFile } from 'node:fs/promises';
import {
  type ContinuedConversation,
  defineNodeType,
  type NodeContext,
  type NodeProblem,
  type Outcome,
} from '@agentflow/plugin-sdk';
import * as z from 'zod';
import { nonBlank, positiveCount } from '../workflow/schema/values.js';
import { parseCommandFile } from './command-file.js';
import { containsToken } from './contains-token.js';
import { checkCommandFile } from './resource-problems.js';
import { runBash } from './run-bash.js';

const settings = z
  .object({
    prompt: nonBlank.optional(),
    command: nonBlank.optional(),
    until: nonBlank.optional(),
    until_bash: nonBlank.optional(),
    max_iterations: positiveCount,
    fresh_context: z.boolean().optional().meta({ default: false }),
    interactive: z.boolean().default(false),
    gate_message: nonBlank.optional(),
  })
  .meta({
    description: 'Repeats an agent until its answer or a command says it is done',
    oneOf: [{ required: ['prompt'] }, { required: ['command'] }],
    anyOf: [{ required: ['until'] }, { required: ['until_bash'] }],
  });

/** Repeats an agent until it is done. */
export const loop = defineNodeType({
  schema: z.object({ loop: settings }),
  templates: {
    'loop.prompt': 'deferred',
    'loop.gate_message': 'deferred',
    'loop.until_bash': 'deferred',
    'loop.command': 'literal',
    'loop.until': 'literal',
  },
  variables: ['LOOP_ITERATION', 'LOOP_PREV_OUTPUT', 'LOOP_USER_INPUT'],
  usesAgent: () => true,
  needsPerson: (config) => config.loop.interactive,
  continuesConversation: (config) => continued(config.loop),
  check: (config, host) => [
    ...checkSource(config.loop),
    ...checkEnd(config.loop),
    ...(config.loop.command === undefined ? [] : checkCommandFile(config.loop.command, ['loop', 'command'], host)),
  ],
  run: (config, context) => runLoop(config.loop, context),
});

type Settings = z.output<typeof settings>;

function continued({ fresh_context, max_iterations }: Settings): ContinuedConversation | undefined {
  if (fresh_context || max_iterations === 1) return undefined;
  const hint = 'Write "fresh_context: true" if a new one for each iteration is meant, or use an adapter that can.';
  if (fresh_context === false) return { path: ['loop', 'fresh_context'], required: true, hint };
  return { path: ['loop'], required: false, hint };
}

/** Where a loop stands. Saved before and after every agent run, so that a resume goes on right there. */
const progress = z.object({
  iteration: z.number(),
  previous: z.string(),
  userInput: z.string(),
  conversationId: z.string().nullable(),
  /** Set while it is judged, by a command or a person. */
  answer: z.string().nullable(),
});
type Progress = z.output<typeof progress>;

const BEGINNING: Progress = { iteration: 1, previous: '', userInput: '', conversationId: null, answer: null };

async function runLoop(loop: Settings, context: NodeContext): Promise<Outcome> {
  const source = await readSource(loop, context);
  let state = progress.safeParse(context.saved).data ?? BEGINNING;
  for (; state.iteration <= loop.max_iterations; ) {
    const variables = variablesOf(state);
    if (state.answer === null) {
      await context.save(state);
      const resume = loop.fresh_context ? null : state.conversationId;
      const { outcome, answer, conversationId } = await context.runAgent({
        prompt: context.render(source.prompt, variables),
        options: { ...(source.model && { model: source.model }), ...(resume !== null && { resume }) },
      });
      if (outcome.status !== 'done') return outcome;
      state = { ...state, answer, conversationId: conversationId ?? state.conversationId };
      await context.save(state);
    }
    const answer = state.answer ?? '';
    if (await isFinished(loop, answer, variables, context)) return { status: 'done', output: answer };
    const gate = loop.interactive ? await askPerson(loop, state, context) : { next: 'continue', input: '' };
    if (gate.next === 'finish') return { status: 'done', output: answer };
    if (gate.next === 'reject') {
      context.cancelSession(gate.input);
      return { status: 'cancelled', message: gate.input };
    }
    const { iteration, conversationId } = state;
    state = { iteration: iteration + 1, previous: answer, userInput: gate.input, conversationId, answer: null };
  }
  // Whoever tries it again means all of it.
  await context.save(BEGINNING);
  const message = `The loop ran ${loop.max_iterations} times, its limit, without being done.`;
  return { status: 'failed', reason: 'limit-reached', message, output: state.previous };
}

async function readSource({ prompt, command }: Settings, context: NodeContext) {
  if (command === undefined) return { prompt: prompt ?? '' };
  const search = context.findResource('command', command, ['.md']);
  if (!search.found) throw new Error(`There is no command "${command}".`);
  return parseCommandFile(await readFile(search.file, 'utf8'));
}

function variablesOf({ iteration, previous, userInput }: Progress): Record<string, string> {
  return { LOOP_ITERATION: String(iteration), LOOP_PREV_OUTPUT: previous, LOOP_USER_INPUT: userInput };
}

async function isFinished(
  { until, until_bash }: Settings,
  answer: string,
  variables: Record<string, string>,
  context: NodeContext,
): Promise<boolean> {
  if (until !== undefined && containsToken(answer, until)) return true;
  if (until_bash === undefined) return false;
  const known = { ...variables, LOOP_PREV_OUTPUT: answer };
  const text = context.render(until_bash, known, 'bash');
  const { exitCode, startError } = await runBash(text, context, shortVariables(known));
  if (startError) throw new Error(`until_bash could not start: ${startError.message}`);
  return exitCode === 0;
}

/** What is too long for an environment variable is in the references only. */
function shortVariables(variables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => Buffer.byteLength(value) <= 100_000));
}

type Gate = { readonly next: 'continue' | 'finish' | 'reject'; readonly input: string };

/** Approval with words is feedback for the next iteration, approval without is the end. */
async function askPerson(loop: Settings, state: Progress, context: NodeContext): Promise<Gate> {
  const gateMessage = loop.gate_message ?? 'Give feedback to go on, or approve to finish.';
  const message = `${state.answer}\n\n${context.render(gateMessage, variablesOf(state))}`;
  const { decision, message: input } = await context.ask({ message, kind: 'text' });
  if (decision === 'reject') return { next: 'reject', input: input.trim() || 'Rejected.' };
  return input.trim() === '' ? { next: 'finish', input } : { next: 'continue', input };
}

function checkSource({ prompt, command }: Settings): NodeProblem[] {
  if (prompt !== undefined && command !== undefined) {
    const message = 'The loop has both "prompt" and "command"; keep one.';
    return [{ path: ['loop', 'command'], message, hint: 'Take one of the two out.' }];
  }
  if (prompt !== undefined || command !== undefined) return [];
  return [
    {
      path: ['loop'],
      code: 'missing-field',
      message: 'The loop has neither "prompt" nor "command".',
      hint: 'Say what the agent is to do each time.',
    },
  ];
}

function checkEnd({ until, until_bash }: Settings): NodeProblem[] {
  if (until !== undefined || until_bash !== undefined) return [];
  const hint = 'Add "until", a word the agent answers when it is done, or "until_bash", a command that exits 0 then.';
  return [{ path: ['loop'], code: 'missing-field', message: 'The loop has neither "until" nor "until_bash".', hint }];
}
