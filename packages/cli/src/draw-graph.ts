import type { Plan, PlanNode } from '@agentflow/core';
import { columns, count } from './columns.js';
import { plainLine, plainText } from './sessions/text-layout.js';

export const GRAPH_FORMATS = ['text', 'mermaid', 'dot', 'json'] as const;
export type GraphFormat = (typeof GRAPH_FORMATS)[number];

/** A plan's graph as text in one of the formats. */
export function drawGraph(plan: Plan, format: GraphFormat): string {
  switch (format) {
    case 'text':
      return asText(plan);
    case 'mermaid':
      return asMermaid(plan);
    case 'dot':
      return asDot(plan);
    case 'json':
      return JSON.stringify(asData(plan));
  }
}

function asText(plan: Plan): string {
  const nodes = new Map(plan.nodes.map((node) => [node.id, node]));
  const unit = plan.kind === 'stages' ? 'stage' : 'layer';
  const head = `${plainLine(plan.name)} (${count(plan.nodes.length, plan.kind === 'stages' ? 'task' : 'node')}, ${count(plan.stages.length, unit)})`;
  const groups = plan.stages.map((stage) => {
    const rows = stage.nodeIds.map((id) => textRow(nodes.get(id) as PlanNode, plan.kind));
    return `\n${plainLine(stage.name)}\n${rows.length > 0 ? columns(rows) : '  (no task)'}`;
  });
  return [head, ...groups].join('\n');
}

function textRow(node: PlanNode, kind: Plan['kind']): string[] {
  const arrow = kind === 'nodes' && node.dependsOn.length > 0 ? `← ${node.dependsOn.join(', ')}` : '';
  const when = node.policy.when ? `when ${node.policy.when.text}` : '';
  return [`  ${node.id}`, label(node), [arrow, when].filter(Boolean).join('  ')];
}

function asMermaid(plan: Plan): string {
  const names = new Map(plan.nodes.map((node, index) => [node.id, `n${index}`]));
  const text = (node: PlanNode) =>
    `${names.get(node.id)}["${escapeMermaid(node.id)}<br/>${escapeMermaid(label(node))}"]`;
  const byId = new Map(plan.nodes.map((node) => [node.id, node]));
  const boxes =
    plan.kind === 'nodes'
      ? plan.nodes.map((node) => `  ${text(node)}`)
      : plan.stages.flatMap((stage, index) => [
          `  subgraph s${index}["${escapeMermaid(stage.name)}"]`,
          ...stage.nodeIds.map((id) => `    ${text(byId.get(id) as PlanNode)}`),
          '  end',
        ]);
  const arrows = edges(plan).map(([from, to]) => `  ${names.get(from)} --> ${names.get(to)}`);
  return ['flowchart TD', ...boxes, ...arrows].join('\n');
}

function asDot(plan: Plan): string {
  const quote = (text: string) =>
    `"${plainText(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
  const boxes = plan.nodes.map((node) => `  ${quote(node.id)} [label=${quote(`${node.id}\n${label(node)}`)}];`);
  const arrows = edges(plan).map(([from, to]) => `  ${quote(from)} -> ${quote(to)};`);
  return [`digraph ${quote(plan.name)} {`, '  node [shape=box];', ...boxes, ...arrows, '}'].join('\n');
}

function asData(plan: Plan) {
  return {
    name: plan.name,
    kind: plan.kind,
    stages: plan.stages,
    nodes: plan.nodes.map(({ id, name, type, agent, dependsOn, stage, policy }) => ({
      id,
      name,
      type,
      adapter: agent?.adapter ?? null,
      dependsOn,
      stage,
      triggerRule: policy.triggerRule,
      when: policy.when?.text ?? null,
    })),
  };
}

function edges(plan: Plan): [string, string][] {
  return plan.nodes.flatMap((node) => node.dependsOn.map((upstream): [string, string] => [upstream, node.id]));
}

function label({ type, agent }: PlanNode): string {
  return agent ? `${type} · ${agent.adapter}` : type;
}

function escapeMermaid(text: string): string {
  return plainLine(text).replace(/["<>&#]/g, (character) => `#${character.charCodeAt(0)};`);
}
