import type { NodeContext, ProcessResult } from '@agentflow/plugin-sdk';
import { InlineScript } from './script/script-source.js';

/** A longer argument cannot be passed to a program. */
const LONGEST_ARGUMENT = 120_000;

/** Runs a text by `bash -c`, or from a file when it is too long for an argument. */
export async function runBash(
  text: string,
  context: NodeContext,
  env: Readonly<Record<string, string>> = {},
): Promise<ProcessResult> {
  if (Buffer.byteLength(text) <= LONGEST_ARGUMENT) {
    return context.spawn({ command: 'bash', args: ['-c', text], env });
  }
  const script = new InlineScript(text, '.sh');
  try {
    return await context.spawn({ command: 'bash', args: [script.file], env });
  } finally {
    script.remove();
  }
}
