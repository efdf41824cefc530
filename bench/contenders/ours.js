import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BIN } from '../rig/product.js';

export const OURS = 'agentflow';

/** Writes the graph as a workflow of `bash` nodes and gives the command that runs it, with everything left as it is by default. */
export const ours = {
  name: OURS,
  prepare(folder, graph) {
    writeWorkflow(join(folder, 'flow.yaml'), graph);
    return {
      command: process.execPath,
      args: [BIN, 'run', 'flow.yaml', '-c', String(graph.concurrency)],
      before: () => rmSync(join(folder, '.agentflow'), { recursive: true, force: true }),
      again: { command: process.execPath, args: [BIN, 'resume', 'latest', '-c', String(graph.concurrency)] },
    };
  },
};

export function writeWorkflow(file, { nodes }) {
  const lines = nodes.flatMap(({ id, command, needs }) => [
    `  - id: ${id}`,
    `    bash: ${JSON.stringify(command)}`,
    ...(needs.length === 0 ? [] : [`    depends_on: [${needs.join(', ')}]`]),
  ]);
  writeFileSync(file, ['name: bench', 'description: A generated graph.', 'nodes:', ...lines, ''].join('\n'));
}
