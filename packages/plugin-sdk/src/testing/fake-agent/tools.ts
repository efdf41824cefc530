import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Invocation } from './command-line.js';
import type { Step } from './step.js';
import type { TurnContext } from './turn-context.js';
import { isInWorkingFolder } from './working-folder.js';

/** Whether the agent's flags let it use a tool. `Bash(git:*)` allows `Bash`. */
export function mayUse(name: string, { allowedTools, deniedTools }: Invocation): boolean {
  const isListed = (tools: readonly string[]) => tools.some((tool) => tool === name || tool.startsWith(`${name}(`));
  return !isListed(deniedTools) && (allowedTools === undefined || isListed(allowedTools));
}

/** The tool `Write`: only inside the working folder, and only if it may change files. */
export function writeFileStep({ path, text }: Extract<Step, { do: 'write-file' }>, context: TurnContext): void {
  const { turn, invocation } = context;
  const tell = (state: 'started' | 'finished' | 'refused') =>
    turn.tell({ type: 'tool', name: 'Write', state, detail: path });
  tell('started');
  if (invocation.readOnly || !isInWorkingFolder(path) || !mayUse('Write', invocation)) return void tell('refused');
  mkdirSync(dirname(resolve(path)), { recursive: true });
  writeFileSync(path, text);
  tell('finished');
}
