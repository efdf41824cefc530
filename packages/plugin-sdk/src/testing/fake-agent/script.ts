import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { asStep, readSteps, ScriptError } from './read-step.js';
import type { Step } from './step.js';
import { isInWorkingFolder } from './working-folder.js';

/** What to do in each turn of a conversation: a section holds from its turn on, until the next section. */
export type Script = ReadonlyMap<number, readonly Step[]>;

/** The script of `AGENTFLOW_FAKE_SCRIPT`: a JSON list, or a file with such a list or with steps as text. */
export function scriptOfEnvironment(value: string): Script {
  return value.trimStart().startsWith('[') ? scriptOfJson(value) : scriptOfFile(value);
}

/** The script inside a prompt: lines `fake: STEPS`, and blocks fenced as `fake`. `fake 3:` is for turn 3 and later. */
export function scriptOfPrompt(prompt: string): Script {
  const script = new Map<number, Step[]>();
  for (const { turn, text } of sectionsOf(prompt)) {
    script.set(turn, [...(script.get(turn) ?? []), ...readSteps(text)]);
  }
  return script;
}

/** The prompt as a person would put it, without the script. */
export function withoutScript(prompt: string): string {
  return prompt.replace(FENCE, '').replace(LINE, '').replace(TURN, '').replace(NAME, '').trim();
}

/** The steps of a turn, or undefined if the script says nothing about it. */
export function stepsOf(script: Script, turn: number): readonly Step[] | undefined {
  const from = Math.max(...[...script.keys()].filter((key) => key <= turn));
  return script.get(from);
}

/**
 * The turn that was asked for by `fake turn N` in the prompt: a number, or a file that counts the
 * launches, for what has no conversation to count (a retry, a loop with fresh contexts).
 */
export function turnOfPrompt(prompt: string): number | undefined {
  const asked = new RegExp(TURN.source, 'm').exec(prompt)?.[1];
  if (asked === undefined) return undefined;
  return /^\d+$/.test(asked) ? Number(asked) : countLaunch(asked);
}

/** The name that a line `fake name NAME` gives the agent. */
export function nameOfPrompt(prompt: string): string | undefined {
  return new RegExp(NAME.source, 'm').exec(prompt)?.[1];
}

const FENCE = /^[ \t]*```fake(?:[ \t]+(\d+))?[ \t]*\n([\s\S]*?)^[ \t]*```[ \t]*$\n?/gm;
const LINE = /^[ \t]*fake(?:[ \t]+(\d+))?:[ \t]*(.*)$\n?/gm;
const TURN = /^[ \t]*fake[ \t]+turn[ \t]+(\S+)[ \t]*$\n?/gm;
const NAME = /^[ \t]*fake[ \t]+name[ \t]+(\S+)[ \t]*$\n?/gm;

function sectionsOf(prompt: string): { turn: number; text: string }[] {
  return [...prompt.matchAll(FENCE), ...prompt.replace(FENCE, '').matchAll(LINE)].map(([, turn, text = '']) => ({
    turn: Number(turn ?? 1),
    text,
  }));
}

function scriptOfFile(path: string): Script {
  const text = readFileSync(path, 'utf8');
  return text.trimStart().startsWith('[') ? scriptOfJson(text) : new Map([[1, readSteps(text)]]);
}

/** A list of steps, or a list of such lists, one per turn. */
function scriptOfJson(text: string): Script {
  const list = JSON.parse(text) as unknown[];
  const turns = list.some(Array.isArray) ? list : [list];
  return new Map(turns.map((steps, index) => [index + 1, [steps].flat().map(asStep)]));
}

function countLaunch(file: string): number {
  if (!isInWorkingFolder(file)) throw new ScriptError(`"fake turn ${file}" leaves the working folder.`);
  appendFileSync(file, '.');
  return statSync(file).size;
}
