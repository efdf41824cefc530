import { builtInNodeTypes, commonFieldNames } from '@agentflow/core';
import { incompatibility, type Manifest, type Trouble } from './manifest.js';

/** Why a plugin cannot be used here, told by its manifest alone; undefined where nothing speaks against it. */
export function refusal(manifest: Manifest, host: { readonly version: string }): Trouble | undefined {
  return incompatibility(manifest, host) ?? takenName(manifest);
}

/** Built-in node types cannot be replaced, and a type cannot be called like a field of every node. */
export function isReservedNodeType(name: string): boolean {
  return commonFieldNames.includes(name) || builtInNodeTypes('').some((type) => type.name === name);
}

function takenName({ nodeTypes, name }: Manifest): Trouble | undefined {
  const taken = nodeTypes.find(isReservedNodeType);
  if (taken === undefined) return undefined;
  return {
    reason: `it contributes a node type "${taken}", and that name belongs to AgentFlow`,
    hint: `Tell the author of ${name}; until then take it out.`,
  };
}
