import type { JsonSchema } from '@agentflow/plugin-sdk';
import * as z from 'zod';
import type { DraftNode } from '../lower/draft-node.js';
import type { ProblemList } from '../problem.js';
import { schemaProblems } from './json-schema-rules.js';

/** Every `output_format` is a JSON Schema that answers can be held against: an agent that has run costs money. */
export function checkOutputFormats(drafts: readonly DraftNode[], problems: ProblemList): void {
  for (const { node, path } of drafts) {
    const format = node.agent?.outputFormat;
    if (!format) continue;
    const found = schemaProblems(format);
    for (const { path: within, message, hint } of found)
      problems.error('invalid-value', [...path, 'output_format', ...within], message, { hint });
    const reason = found.length === 0 ? whyUnusable(format) : undefined;
    if (reason === undefined) continue;
    problems.error('invalid-value', [...path, 'output_format'], `"output_format" cannot be used: ${reason}.`, {
      hint: 'Write a JSON Schema without it; references stay inside the schema and name what is under "$defs".',
    });
  }
}

/** What only the conversion finds: keywords it cannot honour, and references that lead nowhere or in a circle. */
function whyUnusable(schema: JsonSchema): string | undefined {
  try {
    const converted = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
    converted.safeParse(null);
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return 'a "$ref" leads to itself';
    return error instanceof Error ? error.message.replace(/ in Zod\b.*/, '').replace(/\.$/, '') : String(error);
  }
}
