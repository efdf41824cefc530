import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it, test } from 'node:test';
import { bindCases, createTestHost, nodeTypeConformance } from '@agentflow/plugin-sdk/testing';
import plugin from '../dist/index.js';

const { http } = plugin.nodeTypes;
const server = createServer((request, response) => {
  if (request.url === '/absent') response.writeHead(404).end('nothing here');
  else request.pipe(response);
});
let url = '';

before(async () => {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${server.address().port}`;
});
after(() => server.close());

bindCases(
  nodeTypeConformance(http, {
    valid: [{ http: 'https://example.org', method: 'POST', body: 'x' }],
    invalid: [{ http: 7 }, { http: 'https://example.org', method: 'FETCH' }],
  }),
  { describe, it },
  'the node type http',
);

test('WHEN the server answers THEN the body is the output', async (t) => {
  const host = hostOf(t);
  const outcome = await http.run({ http: url, method: 'POST', body: 'hello' }, host.context);
  assert.deepEqual(outcome, { status: 'done', output: 'hello' });
  assert.equal(host.log, `POST ${url} → 200\n`);
});

test('WHEN the server refuses THEN the node fails and says why', async (t) => {
  const host = hostOf(t);
  const { status, message, output } = await http.run({ http: `${url}/absent` }, host.context);
  assert.deepEqual(
    { status, message, output },
    { status: 'failed', message: `GET ${url}/absent answered 404 Not Found`, output: 'nothing here' },
  );
});

test('WHEN a config makes no sense THEN check says so before the run', (t) => {
  const host = hostOf(t);
  const messages = (config) => http.check(config, host.check).map(({ message }) => message);
  assert.deepEqual(messages({ http: 'nowhere', body: 'x' }), ['"nowhere" is not a URL.', 'A GET has no body.']);
  assert.deepEqual(messages({ http: 'https://$INPUT_HOST/' }), []);
});

/** A host whose folder goes with the test. */
function hostOf(t) {
  const host = createTestHost();
  t.after(() => host[Symbol.dispose]());
  return host;
}
