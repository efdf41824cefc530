const NAMES: Readonly<Record<string, string>> = {
  '\x03': 'ctrl-c',
  '\x1a': 'ctrl-z',
  '\r': 'enter',
  '\n': 'enter',
  '\x1b[A': 'up',
  '\x1bOA': 'up',
  '\x1b[B': 'down',
  '\x1bOB': 'down',
  k: 'up',
  j: 'down',
};

/** Keys of the progress view by their names, in the order they were pressed. */
export function readKeys(text: string): string[] {
  const sequences = text.match(/\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Z]|[\s\S]/g) ?? [];
  return sequences.map((sequence) => NAMES[sequence] ?? sequence.toLowerCase());
}
