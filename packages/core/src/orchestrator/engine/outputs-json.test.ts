import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { outputsJson } from './outputs-json.js';

test('outputs are one JSON object, whatever they hold and wherever a piece ends', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agentflow-outputs-'));
  const texts = ['', 'plain', '"quoted" \\ \u0001\n', `a${'🙂é'.repeat(200_000)}`];
  const files = texts.map((text, index) => {
    const file = join(folder, String(index));
    writeFileSync(file, text);
    return [`task ${index}`, file] as const;
  });
  const read = (outputs: Parameters<typeof outputsJson>[0]) => JSON.parse([...outputsJson(outputs)].join(''));
  expect(read([['__proto__', null], ...files])).toEqual(
    Object.fromEntries([['__proto__', ''], ...texts.map((text, index) => [`task ${index}`, text])]),
  );
  expect(read([])).toEqual({});
  rmSync(folder, { recursive: true });
});
