import type { TemplateKind } from '@agentflow/plugin-sdk';
import { kindOf } from '../../workflow/schema/templates.js';

export type Filled = { readonly ok: true; readonly config: unknown } | { readonly ok: false; readonly message: string };

export type Fill = (
  text: string,
) => { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

/** A config with the references in its strings filled in, each in the way its node type declares. */
export function fillConfig(
  config: unknown,
  kinds: Readonly<Record<string, TemplateKind>>,
  fill: Readonly<Record<'text' | 'bash', Fill>>,
): Filled {
  let failure: string | undefined;
  const filled = visit(config, []);
  return failure === undefined ? { ok: true, config: filled } : { ok: false, message: failure };

  function visit(value: unknown, steps: readonly (string | number)[]): unknown {
    if (typeof value === 'string') return value.includes('$') ? fillText(value, kindOf(steps, kinds)) : value;
    if (Array.isArray(value)) return value.map((item, index) => visit(item, [...steps, index]));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, visit(item, [...steps, key])]));
  }

  function fillText(text: string, kind: TemplateKind): string {
    if (kind === 'literal' || kind === 'deferred') return text;
    const result = fill[kind](text);
    if (result.ok) return result.text;
    failure ??= result.message;
    return text;
  }
}
