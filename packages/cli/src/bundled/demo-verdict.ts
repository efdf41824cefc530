import type { AgentVerdict, ProcessExit } from '@agentflow/plugin-sdk';

/** Everything that is known about a headless process of the demo agent at its end. */
export interface DemoEnding {
  readonly exit: ProcessExit;
  readonly result: { readonly ok: boolean; readonly text: string } | undefined;
  readonly refusedTools: readonly string[];
  /** The lines that are no events. */
  readonly plain: string;
  /** The last of stderr. */
  readonly complaints: string;
}

/** An error that was told counts even with exit 0; without a result the plain text is the answer. */
export function judgeDemo({ exit, result, refusedTools, plain, complaints }: DemoEnding): AgentVerdict {
  if (result && !result.ok)
    return { ok: false, reason: 'agent-error', message: `The demo agent failed: ${result.text}` };
  if (exit.signal !== null) {
    return { ok: false, reason: 'signal', message: `The demo agent was ended by ${exit.signal}.` };
  }
  if (exit.exitCode !== 0) {
    const words = lastLine(complaints) ?? lastLine(plain);
    const message = `The demo agent exited with code ${exit.exitCode}${words === undefined ? '.' : `: ${words}`}`;
    return { ok: false, reason: 'exit-code', message };
  }
  if (refusedTools.length > 0) {
    return {
      ok: false,
      reason: 'refused',
      message: `The demo agent was not allowed to use ${refusedTools.join(', ')}.`,
      hint: 'Set "permissions: edits" or "full" on the task, or list the tool in "allowed_tools".',
    };
  }
  return { ok: true, answer: result?.text ?? plain };
}

function lastLine(text: string): string | undefined {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .at(-1);
}
