import { rmSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { AgentOptions, NodeOutput, NodeType, Permissions, RenderedAs } from '@agentflow/plugin-sdk';
import { writeOutput, writeOutputPieces } from '../../output/write-output.js';
import type { Registry } from '../../registry.js';
import { evaluateWhen, type WhenResult } from '../../workflow/expressions/evaluate-when.js';
import { bashPrelude, bashValuesFile } from '../../workflow/expressions/render/bash-prelude.js';
import type { ReferenceValues } from '../../workflow/expressions/render/reference-values.js';
import { renderBash } from '../../workflow/expressions/render/render-bash.js';
import { renderScript } from '../../workflow/expressions/render/render-script.js';
import { renderText } from '../../workflow/expressions/render/render-text.js';
import type { AgentSettings, Plan, PlanNode, WhenPolicy } from '../../workflow/plan.js';
import { isOver, type WorkflowSession } from '../types.js';
import type { Attempt, AttemptAgent } from './attempt.js';
import { BadReferenceError } from './bad-reference-error.js';
import { type Fill, fillConfig } from './fill-config.js';
import type { Ledger } from './ledger.js';
import { orRefusal } from './or-refusal.js';
import { outputsJson } from './outputs-json.js';
import { SessionValues } from './session-values.js';

/** Where the files of a session go. */
export interface SessionFiles {
  readonly dir: string;
  readonly artifactsDir: string;
  logFile(taskId: string, attempt: number): string;
  outputFile(taskId: string, attempt: number): string;
  valuesFile(taskId: string, attempt: number, index: number): string;
  promptFile(taskId: string, attempt: number): string;
}

export interface BuilderParts {
  readonly plan: Plan;
  readonly session: Pick<WorkflowSession, 'id' | 'goal' | 'arguments' | 'inputs' | 'cwd'>;
  readonly ledger: Ledger;
  readonly files: SessionFiles;
  readonly environment: {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly nodeTypes: Registry<NodeType>;
    readonly permissions?: Permissions;
  };
  /** Leaves the text of programs as it is written, to be shown and not run. */
  readonly asWritten?: boolean;
}

export interface RenderRequest {
  readonly as: RenderedAs;
  readonly node: PlanNode;
  readonly number: number;
  /** Of the node type's own, such as `LOOP_ITERATION`. */
  readonly variables: Readonly<Record<string, string>>;
}

export interface Warning {
  readonly code: string;
  readonly message: string;
}

export type BuiltAttempt =
  | { readonly ok: true; readonly attempt: Attempt; readonly warnings: readonly Warning[] }
  | { readonly ok: false; readonly message: string };

/** A longer environment string cannot be passed to a program. */
const LONGEST_VARIABLE = 120_000;

/** Makes attempts of nodes: references filled in, environment and files settled. */
export class AttemptBuilder {
  readonly #parts: BuilderParts;
  readonly #values: SessionValues;
  readonly #env: Readonly<Record<string, string>>;
  /** Of the attempt of each task that runs. */
  readonly #valuesFiles = new Map<string, string[]>();

  constructor(parts: BuilderParts) {
    this.#parts = parts;
    const { session, files, ledger, plan, environment } = parts;
    const variables = {
      ARGUMENTS: session.arguments,
      GOAL: session.goal ?? '',
      SESSION_ID: session.id,
      ARTIFACTS_DIR: files.artifactsDir,
    };
    // An optional input that was not given is an empty text, as the output of a skipped node is.
    const empty = Object.fromEntries(Object.keys(plan.inputs).map((name) => [name, '']));
    const inputs = { ...empty, ...session.inputs };
    this.#values = new SessionValues({ ledger, dir: files.dir, variables, inputs });
    this.#env = { ...defined(environment.env), ...short(variables), ...plan.env };
  }

  evaluateWhen({ expression }: WhenPolicy): WhenResult {
    return orRefusal(() => evaluateWhen(expression, this.#values));
  }

  async build(node: PlanNode, number: number): Promise<BuiltAttempt> {
    const { session, files, ledger, environment } = this.#parts;
    const type = await environment.nodeTypes.get(node.type)?.load();
    const filled = orRefusal(() =>
      fillConfig(node.config, type?.templates ?? {}, {
        text: (text) => renderText(text, this.#values),
        bash: (text) => this.#fill(text, { as: 'bash', node, number, variables: {} }),
      }),
    );
    if (!filled.ok) return filled;
    const warnings: Warning[] = [];
    const { timeoutMs, idleTimeoutMs, outputType } = node.policy;
    const cwd = resolve(session.cwd, node.cwd ?? '.');
    const attempt: Attempt = {
      sessionId: session.id,
      taskId: node.id,
      name: node.name,
      number,
      type: node.type,
      config: filled.config,
      ...(node.agent && { agent: this.#agentOf(node.agent, cwd, warnings) }),
      cwd,
      env: Object.keys(node.env).length === 0 ? this.#env : { ...this.#env, ...node.env },
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(idleTimeoutMs !== undefined && { idleTimeoutMs }),
      ...(outputType !== undefined && { outputType }),
      files: {
        log: files.logFile(node.id, number),
        output: files.outputFile(node.id, number),
        prompt: files.promptFile(node.id, number),
        artifactsDir: files.artifactsDir,
      },
      saved: ledger.saved(node.id),
    };
    return { ok: true, attempt, warnings };
  }

  /** Fills in a template that a node type renders itself. Throws a `BadReferenceError` when one has no value. */
  render(template: string, request: RenderRequest): string {
    const rendered = orRefusal(() => this.#fill(template, request));
    if (!rendered.ok) throw new BadReferenceError(rendered.message);
    return rendered.text;
  }

  /** Writes the outputs of all tasks that are over into a file of the attempt. */
  outputsFile(node: PlanNode, number: number): string {
    const file = `${this.#parts.files.outputFile(node.id, number)}.outputs.json`;
    const over = this.#parts.plan.nodes.filter(({ id }) => isOver(this.#parts.ledger.task(id).status));
    writeOutputPieces(file, outputsJson(over.map(({ id }) => [id, this.#values.outputFile(id)])));
    return file;
  }

  /** The attempt of the task is over: what was written for its shells, each of which reads it as it starts, goes. */
  dropValues(taskId: string): void {
    for (const file of this.#valuesFiles.get(taskId) ?? []) rmSync(file, { force: true });
    this.#valuesFiles.delete(taskId);
  }

  /** The path of an output, relative to the session's folder. */
  outputPath(output: NodeOutput | undefined): string | null {
    return typeof output === 'object' ? relative(this.#parts.files.dir, output.file) : null;
  }

  #fill(text: string, request: RenderRequest): ReturnType<Fill> {
    const values = this.#values.with(request.variables);
    switch (request.as) {
      case 'text':
        return renderText(text, values);
      case 'bash':
        return this.#parts.asWritten ? { ok: true, text } : this.#fillBash(text, values, request);
      case 'javascript':
      case 'python':
        return this.#parts.asWritten ? { ok: true, text } : renderScript(text, request.as, values);
    }
  }

  /** Values reach bash through one file, since neither its text nor its environment may hold them. */
  #fillBash(text: string, values: ReferenceValues, { node, number }: RenderRequest): ReturnType<Fill> {
    const rendered = renderBash(text, values);
    if (!rendered.ok || rendered.variables.length === 0) return rendered;
    const written = this.#valuesFiles.get(node.id) ?? [];
    const file = this.#parts.files.valuesFile(node.id, number, written.length + 1);
    this.#valuesFiles.set(node.id, [...written, file]);
    writeOutput(
      file,
      bashValuesFile(rendered.variables, (id) => this.#values.outputBytes(id)),
    );
    return { ok: true, text: bashPrelude(rendered.variables, file) + rendered.text };
  }

  #agentOf(settings: AgentSettings, cwd: string, warnings: Warning[]): AttemptAgent {
    const { adapter, executionMode: mode, extraArgs, model, allowedTools, deniedTools, outputFormat } = settings;
    const chosen = settings.permissions ?? this.#parts.environment.permissions;
    // Nobody can be asked when headless, so an agent that may only ask could do nothing.
    const fallback = mode === 'headless' ? 'full' : 'ask';
    const resume = this.#conversationOf(settings, cwd, warnings);
    const options: AgentOptions = {
      ...(model !== undefined && { model }),
      permissions: chosen ?? fallback,
      ...(allowedTools && { allowedTools }),
      ...(deniedTools && { deniedTools }),
      ...(outputFormat && { outputFormat }),
      ...(resume !== undefined && { resume }),
    };
    return { adapter, mode, extraArgs, options, optional: chosen ? [] : ['permissions'] };
  }

  /** A conversation belongs to its agent and folder; one that cannot be continued is begun anew, and said so. */
  #conversationOf({ resumeFrom, adapter }: AgentSettings, cwd: string, warnings: Warning[]): string | undefined {
    if (resumeFrom === undefined) return undefined;
    const { conversation } = this.#parts.ledger.task(resumeFrom);
    if (conversation?.adapter === adapter && conversation.cwd === cwd) return conversation.id;
    const reason = conversation
      ? `it was held by ${conversation.adapter} in ${conversation.cwd}`
      : 'its agent reported no conversation';
    const message = `The conversation of "${resumeFrom}" cannot be continued: ${reason}. A new one is begun.`;
    warnings.push({ code: 'conversation-lost', message });
    return undefined;
  }
}

function defined(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function short(variables: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).filter(([, value]) => Buffer.byteLength(value) <= LONGEST_VARIABLE),
  );
}
