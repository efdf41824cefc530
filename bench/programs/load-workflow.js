// Reads and checks a workflow with the library: load-workflow.js FILE
import { builtInNodeTypes, createCheckHost, loadWorkflow, Registry } from '../../packages/core/dist/index.js';
import { printTime } from './stopwatch.js';

const environment = {
  adapters: new Registry([]),
  nodeTypes: new Registry(builtInNodeTypes('0.1.0')),
  host: createCheckHost({ command: [], script: [] }),
};

await printTime(async () => {
  const { ok, diagnostics } = await loadWorkflow(process.argv[2], environment);
  if (!ok) throw new Error(diagnostics[0].message);
});
