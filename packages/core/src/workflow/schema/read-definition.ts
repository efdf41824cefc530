import type { NodeType } from '@agentflow/plugin-sdk';
import type { WorkflowDefinition } from '../definition.js';
import type { ProblemList } from '../problem.js';
import { didYouMean } from '../suggest.js';
import { fileFields } from './common.js';
import { readNodes } from './nodes.js';
import { readFields } from './read-fields.js';
import { readStages } from './stages.js';
import { isRecord, warnUnknownKeys } from './unknown-keys.js';

const FILE_KEYS = new Set([...Object.keys(fileFields), 'stages', 'nodes']);

/** A file's value → definition. Undefined only when there is nothing to go on with. */
export async function readDefinition(
  value: unknown,
  nodeTypes: ReadonlyMap<string, NodeType>,
  problems: ProblemList,
): Promise<WorkflowDefinition | undefined> {
  if (!isRecord(value)) {
    const hint = 'Begin with "name:", then "stages:" or "nodes:".';
    problems.error(
      'not-a-workflow',
      [],
      value === null || value === undefined ? 'The file is empty.' : 'A workflow is a mapping.',
      { hint },
    );
    return undefined;
  }
  const file = readFields(value, fileFields, [], problems);
  if (!Object.hasOwn(value, 'name')) reportNoName(value, problems);
  warnUnknownKeys(value, FILE_KEYS, [], problems);
  const body = await readBody(value, nodeTypes, problems);
  return body && { file, body };
}

function reportNoName(value: Record<string, unknown>, problems: ProblemList): void {
  const near = Object.keys(value).find((key) => !FILE_KEYS.has(key) && didYouMean(key, ['name']));
  const hint = near === undefined ? 'Add "name: …" at the top.' : `Change "${near}" to "name".`;
  problems.error('missing-field', near === undefined ? [] : [near], 'The workflow has no "name".', { at: 'key', hint });
}

async function readBody(
  value: Record<string, unknown>,
  nodeTypes: ReadonlyMap<string, NodeType>,
  problems: ProblemList,
): Promise<WorkflowDefinition['body'] | undefined> {
  const [hasStages, hasNodes] = [Object.hasOwn(value, 'stages'), Object.hasOwn(value, 'nodes')];
  if (hasStages && hasNodes) {
    problems.error('not-a-workflow', ['nodes'], 'The workflow has both "stages" and "nodes"; keep one.', {
      at: 'key',
      hint: 'Stages are groups that run one after the other; nodes are a graph.',
    });
  }
  if (!hasStages && !hasNodes) {
    const near = Object.keys(value).find((key) => didYouMean(key, ['stages', 'nodes']) && !FILE_KEYS.has(key));
    const hint = near
      ? `${didYouMean(near, ['stages', 'nodes'])}`
      : 'Add "nodes:" (a graph) or "stages:" (groups that run one after the other).';
    problems.error('not-a-workflow', near ? [near] : [], 'The workflow has neither "stages" nor "nodes".', {
      at: 'key',
      hint,
    });
    return undefined;
  }
  if (!hasNodes) return { kind: 'stages', stages: readStages(value.stages, problems) };
  if (!Object.hasOwn(value, 'description')) {
    problems.error('missing-field', ['nodes'], 'A workflow with "nodes" needs a "description".', {
      at: 'key',
      hint: 'Say in a sentence what it does.',
    });
  }
  return { kind: 'nodes', nodes: await readNodes(value.nodes, nodeTypes, problems) };
}
