import type { JsonSchema } from '@agentflow/plugin-sdk';

export type FormattedAnswer =
  | { readonly ok: true; readonly answer: string }
  | { readonly ok: false; readonly message: string };

/** Checks an agent's answer against its `output_format`. A JSON text in a code fence is taken out of it. */
export async function formatAnswer(answer: string, schema: JsonSchema): Promise<FormattedAnswer> {
  const found = findJson(answer);
  if (!found) return { ok: false, message: 'The answer is not JSON, as "output_format" asks.' };
  const z = await import('zod');
  const result = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(found.value);
  if (result.success) return { ok: true, answer: found.text };
  const [issue] = result.error.issues;
  const place = issue && issue.path.length > 0 ? ` at "${issue.path.join('.')}"` : '';
  return {
    ok: false,
    message: `The answer does not fit "output_format"${place}: ${issue?.message ?? 'it is invalid'}.`,
  };
}

function findJson(answer: string): { readonly text: string; readonly value: unknown } | undefined {
  const fenced = /```(?:json)?[ \t]*\r?\n([\s\S]*?)\r?\n[ \t]*```/.exec(answer)?.[1];
  for (const text of [answer.trim(), fenced]) {
    if (text === undefined) continue;
    try {
      return { text, value: JSON.parse(text) };
    } catch {
      // The next form may be JSON.
    }
  }
  return undefined;
}
