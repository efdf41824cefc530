export interface NodeFields {
  readonly id: string;
  readonly depends_on?: readonly string[];
  readonly [field: string]: unknown;
}

/** A workflow of nodes as a file: JSON is YAML. It locks no checkout, so that many may run in one folder. */
export function workflow(nodes: readonly NodeFields[], fields: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    name: 'faults',
    description: 'Of the fault suite',
    mutates_checkout: false,
    ...fields,
    nodes,
  });
}

/** Each node waits for the one before it. */
export function chain(nodes: readonly NodeFields[]): NodeFields[] {
  return nodes.map((node, index) => ({
    ...node,
    depends_on: nodes.slice(Math.max(0, index - 1), index).map(({ id }) => id),
  }));
}
