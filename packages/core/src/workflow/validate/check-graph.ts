import type { DraftNode } from '../lower/draft-node.js';
import type { Path, ProblemList } from '../problem.js';
import type { Suggester } from '../suggest.js';
import type { Graph } from './graph.js';

/** Unique ids, known dependencies, no cycle. */
export function checkGraph(
  drafts: readonly DraftNode[],
  { graph, ids, problems }: { graph: Graph; ids: Suggester; problems: ProblemList },
): void {
  checkIds(drafts, problems);
  for (const draft of drafts) if (draft.noun === 'Node') checkDependencies(draft, { graph, ids, problems });
  for (const cycle of graph.cycles()) {
    if (cycle.length === 2) continue;
    const names = cycle.map((position) => drafts[position]?.node.id);
    const path = dependencyPath(drafts[cycle[0] as number] as DraftNode, names[1] as string);
    const hint = 'Each waits for the next, so none could ever start. Take one of these dependencies out.';
    problems.error('dependency-cycle', path, `These nodes depend on each other in a circle: ${names.join(' → ')}.`, {
      hint,
    });
  }
}

function checkIds(drafts: readonly DraftNode[], problems: ProblemList): void {
  const first = new Map<string, Path>();
  for (const { node, path, noun } of drafts) {
    const earlier = first.get(node.id);
    if (earlier === undefined) {
      first.set(node.id, path);
      continue;
    }
    const message = `The id "${node.id}" is used a second time.`;
    problems.error('duplicate-id', [...path, 'id'], message, {
      hint: (lineOf) => `${noun} "${node.id}" stands in line ${lineOf([...earlier, 'id'])}; give this one another id.`,
    });
  }
}

function checkDependencies(
  { node, path }: DraftNode,
  { graph, ids, problems }: { graph: Graph; ids: Suggester; problems: ProblemList },
): void {
  for (const [index, id] of node.dependsOn.entries()) {
    const at = [...path, 'depends_on', index];
    if (id === node.id) {
      problems.error('self-dependency', at, `Node "${id}" depends on itself.`, { hint: 'Take this dependency out.' });
    } else if (graph.position(id) === undefined) {
      const hint = ids.didYouMean(id) ?? `The nodes of this workflow are ${ids.list()}.`;
      problems.error('unknown-dependency', at, `Node "${node.id}" depends on "${id}", which does not exist.`, { hint });
    }
  }
}

function dependencyPath({ node, path }: DraftNode, on: string): Path {
  return [...path, 'depends_on', node.dependsOn.indexOf(on)];
}
