import type { Path, ProblemList } from './problem.js';

/** Reports what the code of a node type threw: its plugin is broken, and not the file. */
export function reportFault(
  error: unknown,
  { typeName, path, problems }: { readonly typeName: string; readonly path: Path; readonly problems: ProblemList },
): undefined {
  const reason = error instanceof Error ? error.message : String(error);
  const { hint = 'Tell the author of its plugin.' } = Object(error) as { hint?: string };
  const message = `The node type "${typeName}" failed: ${reason}`;
  problems.error('broken-node-type', [...path, typeName], message, { at: 'key', hint });
}
