/** The key that leads out of an agent's terminal. */
export interface StepOutKey {
  /** As it is shown. */
  readonly name: string;
  /** As terminals send it: plainly, or in the two forms that programs can ask for. */
  readonly sequences: readonly string[];
}

/** `written` is what the config has, such as `ctrl-b`. */
export function stepOutKey(written = 'ctrl-]'): StepOutKey {
  const character = written.slice(-1).toLowerCase();
  const plain = String.fromCharCode(character.charCodeAt(0) & 0x1f);
  return { name: `Ctrl-${character.toUpperCase()}`, sequences: [plain, ...presses(character).flatMap(programForms)] };
}

/** Keys up to the first that steps out, and whether there was one. */
export function untilStepOut(
  keys: string,
  { sequences }: StepOutKey,
): { readonly before: string; readonly stepsOut: boolean } {
  const places = sequences.map((sequence) => keys.indexOf(sequence)).filter((place) => place >= 0);
  if (places.length === 0) return { before: keys, stepsOut: false };
  return { before: keys.slice(0, Math.min(...places)), stepsOut: true };
}

interface Press {
  readonly character: string;
  /** 5 is Ctrl, 6 is Ctrl and Shift. */
  readonly modifiers: 5 | 6;
}

/** What needs Shift to be typed is sent with it, by some terminals as the key without Shift. */
const UNSHIFTED: Readonly<Record<string, string>> = { '^': '6', _: '-' };

function presses(character: string): Press[] {
  const unshifted = UNSHIFTED[character];
  const shifted = unshifted === undefined ? [] : [character, unshifted];
  return [{ character, modifiers: 5 }, ...shifted.map((each): Press => ({ character: each, modifiers: 6 }))];
}

function programForms({ character, modifiers }: Press): string[] {
  const code = character.charCodeAt(0);
  return [`\x1b[${code};${modifiers}u`, `\x1b[27;${modifiers};${code}~`];
}
