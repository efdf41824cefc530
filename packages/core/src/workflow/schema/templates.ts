import type { TemplateKind } from '@agentflow/plugin-sdk';
import type { TemplateText } from '../definition.js';
import type { Path } from '../problem.js';

type Kinds = Readonly<Record<string, TemplateKind>>;

/** Every string of a config that may hold a reference, with the way its references are to be filled in. */
export function collectTemplates(config: unknown, kinds: Kinds, path: Path): TemplateText[] {
  const found: TemplateText[] = [];
  visit(config, []);
  return found;

  function visit(value: unknown, steps: readonly (string | number)[]): void {
    if (typeof value === 'string') {
      if (!value.includes('$')) return;
      const kind = kindOf(steps, kinds);
      if (kind !== 'literal') found.push({ path: [...path, ...steps], kind, text: value });
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, [...steps, index]);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) visit(item, [...steps, key]);
    }
  }
}

/** The kind declared for a path or for the nearest of its parents. */
export function kindOf(steps: readonly (string | number)[], kinds: Kinds): TemplateKind {
  for (let length = steps.length; length > 0; length--) {
    const kind = kinds[steps.slice(0, length).join('.')];
    if (kind) return kind;
  }
  return 'text';
}
