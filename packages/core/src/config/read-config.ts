import type { Diagnostic } from '@agentflow/plugin-sdk';
import { type Problem, ProblemList } from '../workflow/problem.js';
import { readFields } from '../workflow/schema/read-fields.js';
import { isRecord, warnUnknownKeys } from '../workflow/schema/unknown-keys.js';
import { readDocument } from '../workflow/source/read-document.js';
import { type SourceDocument, valueDocument } from '../workflow/source/source-document.js';
import { toDiagnostics } from '../workflow/to-diagnostics.js';
import {
  type AdapterSetting,
  type ConfigDefaults,
  configFields,
  type NotificationSetting,
  type TerminalSetting,
} from './config-fields.js';

/** A place in a config file, for errors that are found later. */
export interface ConfigPlace {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** A plugin as a config file names it. */
export interface PluginSpec {
  readonly name: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly place: ConfigPlace;
}

/** An adapter as a config file has it. */
export interface AdapterSpec {
  readonly setting: AdapterSetting;
  /** Of its name. */
  readonly place: ConfigPlace;
  /** Of each key of the setting. */
  readonly places: Readonly<Partial<Record<keyof AdapterSetting, ConfigPlace>>>;
}

/** What one config file says; what it does not say is empty. */
export interface Config {
  readonly plugins: readonly PluginSpec[];
  readonly adapters: Readonly<Record<string, AdapterSpec>>;
  readonly defaults: ConfigDefaults;
  readonly commandDirs: readonly string[];
  readonly scriptDirs: readonly string[];
  readonly redact: readonly string[];
  readonly allowedPlugins: readonly string[];
  readonly notifications: NotificationSetting;
  readonly terminal: TerminalSetting;
}

/** A config file that can be used, or every problem of it. */
export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly text: string; readonly diagnostics: readonly Diagnostic[] };

/** Reads the text of a config file, YAML or JSON: all problems at once, each with its place. */
export function readConfig(text: string, label: string): ConfigResult {
  const parsed = readDocument(text, label);
  return parsed.ok ? toConfig(parsed.document) : { ok: false, text, diagnostics: parsed.diagnostics };
}

/** Checks a config that a program made; its problems stand at the beginning of the file. */
export function checkConfig(value: unknown, label: string): ConfigResult {
  return toConfig(valueDocument(value, label));
}

function toConfig(document: SourceDocument): ConfigResult {
  const problems = new ProblemList();
  const config = readValue(document, problems);
  const found = problems.all.map(asError);
  if (config && found.length === 0) return { ok: true, config };
  return { ok: false, text: document.text, diagnostics: toDiagnostics(found, document) };
}

/** A key that nothing reads may be a limit that somebody relies on, so a config with one is refused. */
function asError(problem: Problem): Problem {
  return { ...problem, severity: 'error' };
}

const KEYS = new Set(Object.keys(configFields));

function readValue(document: SourceDocument, problems: ProblemList): Config | undefined {
  const value = document.value ?? {};
  if (!isRecord(value)) {
    const hint = `Write keys and values; the keys are ${[...KEYS].join(', ')}.`;
    problems.error('not-a-config', [], 'A config is a mapping.', { hint });
    return undefined;
  }
  warnUnknownKeys(value, KEYS, [], problems);
  const { plugins = [], adapters = {}, defaults = {}, ...lists } = readFields(value, configFields, [], problems);
  return {
    plugins: plugins.map((plugin, index) => {
      const place = document.locate(['plugins', index]);
      const [name, options] = typeof plugin === 'string' ? [plugin] : plugin;
      return { name, place, ...(options && { options }) };
    }),
    adapters: Object.fromEntries(
      Object.entries(adapters).map(([name, setting]) => [
        name,
        {
          setting,
          place: document.locate(['adapters', name], 'key'),
          places: Object.fromEntries(
            Object.keys(setting).map((key) => [key, document.locate(['adapters', name, key], 'key')]),
          ),
        },
      ]),
    ),
    defaults,
    commandDirs: lists.commandDirs ?? [],
    scriptDirs: lists.scriptDirs ?? [],
    redact: lists.redact ?? [],
    allowedPlugins: lists.allowedPlugins ?? [],
    notifications: lists.notifications ?? {},
    terminal: lists.terminal ?? {},
  };
}
