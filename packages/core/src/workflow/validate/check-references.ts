import {
  COMMON_VARIABLES,
  eachNearReference,
  eachReference,
  REFERENCE_FIELDS,
  type Reference,
} from '../expressions/references.js';
import { referencesOf } from '../expressions/when-parser.js';
import type { DraftNode } from '../lower/draft-node.js';
import type { InputDeclaration } from '../plan.js';
import type { Path, Problem, ProblemList } from '../problem.js';
import { didYouMean, Suggester } from '../suggest.js';
import type { Graph } from './graph.js';
import { missingField } from './output-format.js';
import type { Questions } from './upstream.js';

interface Surroundings {
  readonly drafts: readonly DraftNode[];
  readonly graph: Graph;
  readonly ids: Suggester;
  readonly inputs: Readonly<Record<string, InputDeclaration>>;
  readonly problems: ProblemList;
}

interface Checks extends Surroundings {
  isUpstream(upstream: number, of: number): boolean;
}

interface Occurrence {
  readonly reference: Reference;
  readonly text: string;
  readonly path: Path;
  readonly start: number;
  /** In prose an unknown id may be just a text; in an expression it cannot be. */
  readonly inExpression: boolean;
}

/** Every reference of every node points at something that exists and is upstream. */
export function checkReferences(surroundings: Surroundings): void {
  const { drafts, graph } = surroundings;
  const checks = { ...surroundings, isUpstream: graph.upstream(questionsOf(drafts, graph)) };
  const fields = new Suggester(REFERENCE_FIELDS);
  for (const [position, draft] of drafts.entries()) {
    for (const occurrence of occurrencesIn(draft)) checkReference(occurrence, draft, position, checks);
    checkNearReferences(draft, fields, surroundings);
    if (draft.node.agent?.resumeFrom !== undefined) checkResume(draft, draft.node.agent.resumeFrom, position, checks);
  }
}

/** Who refers to whom. Collected first, because a graph answers all questions in little more time than one. */
function questionsOf(drafts: readonly DraftNode[], graph: Graph): Questions {
  const questions = new Map<number, Set<number>>();
  for (const [position, draft] of drafts.entries()) {
    for (const id of idsIn(draft)) {
      const producer = graph.position(id);
      if (producer === undefined) continue;
      const asking = questions.get(producer) ?? new Set();
      questions.set(producer, asking.add(position));
    }
  }
  return questions;
}

function* idsIn(draft: DraftNode): Generator<string> {
  for (const { reference } of occurrencesIn(draft)) if ('id' in reference) yield reference.id;
  if (draft.node.agent?.resumeFrom !== undefined) yield draft.node.agent.resumeFrom;
}

function* occurrencesIn({ templates, node, path }: DraftNode): Generator<Occurrence> {
  for (const template of templates) {
    for (const { reference, text, start, escaped } of eachReference(template.text)) {
      if (!escaped) yield { reference, text, start, path: template.path, inExpression: false };
    }
  }
  if (!node.policy.when) return;
  for (const { reference, text, start } of referencesOf(node.policy.when.expression)) {
    yield { reference, text, start, path: [...path, 'when'], inExpression: true };
  }
}

function checkReference(occurrence: Occurrence, draft: DraftNode, position: number, checks: Checks): void {
  const { reference } = occurrence;
  if (reference.kind === 'variable') return checkVariable(occurrence, reference.name, draft, checks);
  if (reference.kind === 'input') return checkInput(occurrence, reference.name, checks);
  checkNodeReference(occurrence, reference, draft, position, checks);
}

/** A field of a node that is nearly one of those there are; with any other word, `$id` is a variable of the text's own. */
function checkNearReferences({ templates }: DraftNode, fields: Suggester, { graph, problems }: Surroundings): void {
  for (const template of templates) {
    for (const { id, field, text, start } of eachNearReference(template.text)) {
      const hint = graph.position(id) === undefined ? undefined : fields.didYouMean(field);
      if (hint === undefined) continue;
      const message = `"${text}" is not a reference: a node has no "${field}".`;
      const within = { offset: start, length: text.length };
      problems.warning('unknown-reference', template.path, message, { within, hint });
    }
  }
}

function checkVariable(
  occurrence: Occurrence,
  name: string,
  { type, node }: DraftNode,
  { problems }: Surroundings,
): void {
  if ((COMMON_VARIABLES as readonly string[]).includes(name)) return;
  if (occurrence.inExpression) {
    // A type's own variables have their values only while a node of it runs.
    const hint = 'A condition is judged before its node runs; use the output of another node, or take it out.';
    return problems.add({ ...at(occurrence, `"$${name}" has no value in a condition.`), hint });
  }
  if (type.variables?.includes(name)) return;
  const message = `"$${name}" has no value in a ${node.type} node.`;
  const hint = `Take it out, or write "\\${occurrence.text}" if the text is meant.`;
  problems.add({ ...at(occurrence, message), severity: 'warning', hint });
}

function checkInput(occurrence: Occurrence, name: string, { inputs, problems }: Surroundings): void {
  if (Object.hasOwn(inputs, name)) return;
  const hint = didYouMean(name, Object.keys(inputs)) ?? `Declare it: "inputs: {${name}: {description: …}}".`;
  problems.add({ ...at(occurrence, `The workflow has no input "${name}".`), hint });
}

function checkNodeReference(
  occurrence: Occurrence,
  reference: Extract<Reference, { id: string }>,
  draft: DraftNode,
  position: number,
  { drafts, graph, ids, problems, isUpstream }: Checks,
): void {
  const producerPosition = graph.position(reference.id);
  const producer = producerPosition === undefined ? undefined : drafts[producerPosition];
  if (producerPosition === undefined || !producer) {
    const otherwise = () =>
      occurrence.inExpression
        ? `The nodes of this workflow are ${ids.list()}.`
        : `It stays as it is; write "\\${occurrence.text}" if that is meant.`;
    const problem = at(occurrence, `There is no node "${reference.id}".`);
    problems.add({
      ...problem,
      severity: occurrence.inExpression ? 'error' : 'warning',
      hint: () => ids.didYouMean(reference.id) ?? otherwise(),
    });
  } else if (producerPosition === position || !isUpstream(producerPosition, position)) {
    problems.add({
      ...at(occurrence, notUpstream(reference.id, draft)),
      code: 'not-upstream',
      hint: upstreamHint(reference.id, draft),
    });
  } else if (reference.kind === 'output' && producer.node.agent?.outputFormat) {
    const missing = missingField(producer.node.agent.outputFormat, reference.path);
    if (!missing) return;
    const message = `The "output_format" of node "${reference.id}" ${missing.text}.`;
    problems.add({ ...at(occurrence, message), code: 'unknown-output-field', hint: missing.hint });
  }
}

function checkResume(
  draft: DraftNode,
  id: string,
  position: number,
  { drafts, graph, ids, problems, isUpstream }: Checks,
): void {
  const path = [...draft.path, 'context', 'resume'];
  const producerPosition = graph.position(id);
  const producer = producerPosition === undefined ? undefined : drafts[producerPosition];
  if (producerPosition === undefined || !producer) {
    const hint = ids.didYouMean(id) ?? `The nodes of this workflow are ${ids.list()}.`;
    problems.error('unknown-reference', path, `There is no node "${id}" whose conversation could be continued.`, {
      hint,
    });
  } else if (!isUpstream(producerPosition, position)) {
    problems.error('not-upstream', path, notUpstream(id, draft), { hint: upstreamHint(id, draft) });
  } else if (!producer.node.agent) {
    problems.error('invalid-value', path, `Node "${id}" runs no agent, so it has no conversation to continue.`, {
      hint: 'Name a node that runs an agent.',
    });
  } else if (producer.node.agent.adapter !== draft.node.agent?.adapter) {
    const message = `Node "${id}" runs ${producer.node.agent.adapter}; its conversation cannot be continued by ${draft.node.agent?.adapter}.`;
    problems.error('invalid-value', path, message, { hint: 'Use the same adapter for both.' });
  }
}

function at({ path, start, text }: Occurrence, message: string): Problem {
  return {
    code: 'unknown-reference',
    severity: 'error',
    path,
    message,
    within: { offset: start, length: text.length },
  };
}

function notUpstream(id: string, { noun, node }: DraftNode): string {
  if (id === node.id) return `${noun} "${id}" refers to itself.`;
  return noun === 'Task'
    ? `Task "${id}" is not in an earlier stage.`
    : `Node "${node.id}" does not depend on "${id}", so it may run before it.`;
}

function upstreamHint(id: string, { noun, node }: DraftNode): string {
  if (id === node.id) return 'Its output is known only when it is over; refer to one that runs before it.';
  return noun === 'Task' ? `Move it to a stage before that of "${node.id}".` : `Add "${id}" to "depends_on".`;
}
