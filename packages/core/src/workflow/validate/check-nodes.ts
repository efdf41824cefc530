import type { CheckHost } from '@agentflow/plugin-sdk';
import { isDiagnosticCode } from '../diagnostic-codes.js';
import type { DraftNode } from '../lower/draft-node.js';
import { reportFault } from '../node-type-fault.js';
import type { ProblemList } from '../problem.js';

/** Lets each node type check its own config, and refuses gates in a workflow that must run unattended. */
export function checkNodes(
  drafts: readonly DraftNode[],
  { interactive, host, problems }: { interactive: boolean; host: CheckHost; problems: ProblemList },
): void {
  for (const draft of drafts) {
    if (draft.node.config === undefined) continue;
    try {
      runOwnCheck(draft, host, problems);
      if (!interactive) refuseGate(draft, problems);
    } catch (error) {
      reportFault(error, { typeName: draft.node.type, path: draft.path, problems });
    }
  }
}

function runOwnCheck({ node, type, path }: DraftNode, host: CheckHost, problems: ProblemList): void {
  for (const found of type.check?.(node.config, host) ?? []) {
    const code = found.code !== undefined && isDiagnosticCode(found.code) ? found.code : 'invalid-node';
    const { message, hint, severity = 'error' } = found;
    problems.add({ code, severity, message, hint, path: [...path, ...found.path] });
  }
}

function refuseGate({ node, type, path, noun }: DraftNode, problems: ProblemList): void {
  const isInteractiveAgent = node.agent?.executionMode === 'interactive';
  if (!isInteractiveAgent && !type.needsPerson?.(node.config)) return;
  const message = `The workflow says "interactive: false", but ${noun.toLowerCase()} "${node.id}" waits for a person.`;
  const hint = isInteractiveAgent
    ? 'Use "executionMode: headless" here.'
    : 'Take the node or "interactive: false" out.';
  problems.error('needs-person', isInteractiveAgent ? path : [...path, node.type], message, { at: 'key', hint });
}
