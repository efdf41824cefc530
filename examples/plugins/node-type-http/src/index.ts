import { defineNodeType, definePlugin, type Outcome } from '@agentflow/plugin-sdk';
import * as z from 'zod';

const schema = z.object({
  http: z.string().min(1),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.string().optional(),
});

/** `http: URL` asks a server; the body of its answer is the output of the node. */
const http = defineNodeType({
  schema,
  fields: ['method', 'headers', 'body'],
  check: ({ http: url, method = 'GET', body }) => [
    // A URL with a reference is known only when it runs.
    ...(url.includes('$') || URL.canParse(url)
      ? []
      : [{ path: ['http'], message: `"${url}" is not a URL.`, hint: 'Begin it with https://' }]),
    ...(method === 'GET' && body !== undefined
      ? [{ path: ['body'], message: 'A GET has no body.', hint: 'Add "method: POST".' }]
      : []),
  ],
  run: async ({ http: url, method = 'GET', headers = {}, body }, { signal, log }): Promise<Outcome> => {
    try {
      const response = await fetch(url, { method, headers, signal, ...(body !== undefined && { body }) });
      log(`${method} ${url} → ${response.status}\n`);
      const output = await response.text();
      if (response.ok) return { status: 'done', output };
      const message = `${method} ${url} answered ${response.status} ${response.statusText}`.trim();
      return { status: 'failed', reason: response.status === 429 ? 'rate-limited' : 'refused', message, output };
    } catch (error) {
      if (signal.aborted) throw error;
      return { status: 'failed', reason: 'transport', message: `${method} ${url} failed: ${reasonOf(error)}` };
    }
  },
});

/** `fetch` says only that it failed; its cause says why. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { message?: string } };
  return cause?.message || message;
}

export default definePlugin({ name: 'agentflow-node-type-http-example', apiVersion: 1, nodeTypes: { http } });
