import { seeded } from '../rig/random.js';

/** A workflow that uses much of the language. */
export const VALID = `name: release
description: Builds, checks and ships
provider: claude
model: sonnet
interactive: true
tags: [release]
inputs: {ticket: {description: Which ticket, required: true}}
max_parallel: 4
fail_fast: true
nodes:
  - id: planning
    prompt: Plan $INPUTS.ticket
    permissions: read-only
    output_format: {type: object, properties: {verdict: {type: string}}}
  - id: building
    bash: make "$planning.output.verdict"
    depends_on: [planning]
    timeout: 30000
    retry: {max_attempts: 3, delay_ms: 100, on_error: transient}
  - id: checking
    loop: {prompt: Check it, until: COMPLETE, max_iterations: 5, fresh_context: true}
    depends_on: [planning, building]
    trigger_rule: all_done
    when: $building.exit_code == 0 && $planning.output.verdict != 'stop'
  - id: shipping
    approval: {message: Ship it?, capture_response: true, on_reject: {prompt: Fix it, max_attempts: 2}}
    depends_on: [checking]
    executionMode: headless
    output_type: json
    always_run: true
`;

export interface Typo {
  readonly text: string;
  readonly line: number;
  readonly right: string;
  readonly wrong: string;
}

/** The same hundred in every run. */
export function hundredTypos(): Typo[] {
  return typos(VALID, { count: 100, seed: 20_240_615 });
}

/** A diagnostic of `validate --json`. */
export interface Found {
  readonly hint?: string;
  readonly line: number;
  readonly column: number;
}

export interface FileReport {
  readonly file: string;
  readonly valid: boolean;
  readonly diagnostics: readonly Found[];
}

/**
 * Copies of a workflow with one typing mistake each: a letter left out, doubled, swapped with its neighbour or replaced,
 * in a word that the language gives a meaning (a key, an id that is referred to, a value of a closed list).
 */
function typos(text: string, { count, seed }: { count: number; seed: number }): Typo[] {
  const random = seeded(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const words = [...text.matchAll(MEANINGFUL)].map((match) => ({ right: match[0], start: match.index }));
  const found = new Map<string, Typo>();
  while (found.size < count) {
    const { right, start } = pick(words);
    const wrong = pick(MISTAKES)(right, Math.floor(random() * (right.length - 1)));
    if (wrong === right || MEANINGS.has(wrong)) continue;
    const changed = text.slice(0, start) + wrong + text.slice(start + right.length);
    found.set(changed, { text: changed, line: text.slice(0, start).split('\n').length, right, wrong });
  }
  return [...found.values()];
}

const MEANINGS = new Set(
  [
    'name description provider model interactive tags inputs ticket required max_parallel fail_fast nodes id prompt',
    'permissions output_format read-only bash depends_on timeout retry max_attempts delay_ms on_error transient loop',
    'until max_iterations fresh_context trigger_rule all_done when exit_code output verdict approval message',
    'capture_response on_reject executionMode headless output_type always_run planning building checking claude true',
  ].flatMap((line) => line.split(' ')),
);

/** Keys, and of the values only those from which something follows; never inside a quoted text or a schema. */
const MEANINGFUL = new RegExp(
  [
    '(?<=^ *(?:- )?)[a-zA-Z_]+(?=: )',
    String.raw`(?<=^[^:]*: \{(?!type).*?)(?<=[{ ])[a-z_]+(?=: )`,
    String.raw`(?<=depends_on: \[.*)[a-z]+`,
    String.raw`(?<=when: .*\$)[a-z]+`,
    '(?<=(?:permissions|on_error|trigger_rule|executionMode|provider|always_run|timeout): )[a-z_-]+',
  ].join('|'),
  'gm',
);

const MISTAKES: readonly ((word: string, at: number) => string)[] = [
  (word, at) => word.slice(0, at) + word.slice(at + 1),
  (word, at) => word.slice(0, at) + word[at] + word.slice(at),
  (word, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  (word, at) => `${word.slice(0, at)}z${word.slice(at + 1)}`,
];
