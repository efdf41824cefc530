/** A graph is what every contender gets to do: nodes with an id, a shell command and the ids they wait for. */
export function independent(count, concurrency) {
  return graphOf(count, concurrency, () => []);
}

export function chain(count) {
  return graphOf(count, 2, (index) => (index === 1 ? [] : [`n${index - 1}`]));
}

export function single(command = 'true') {
  return { concurrency: 2, nodes: [{ id: 'n1', command, needs: [] }] };
}

/** The last node fails as long as the file `fail` lies in its folder. */
export function withLastFailing(graph) {
  const last = { ...graph.nodes.at(-1), command: 'test ! -e fail' };
  return { ...graph, nodes: [...graph.nodes.slice(0, -1), last] };
}

function graphOf(count, concurrency, needs) {
  const nodes = Array.from({ length: count }, (_, position) => {
    const index = position + 1;
    return { id: `n${index}`, command: 'true', needs: needs(index) };
  });
  return { concurrency, nodes };
}
