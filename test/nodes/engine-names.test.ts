import { expect, test } from 'vitest';
import { sourcesOf } from '../import-graph.js';

const NODE_TYPES = ['prompt', 'command', 'bash', 'script', 'loop', 'approval', 'cancel'];

/** Bash is also a language that templates are written in, whatever the type of their node. */
const OTHER_MEANINGS = [/\bas: 'bash'/, /case 'bash':/, /'text' \| 'bash'/];

test('WHEN a developer reads the engine THEN it names none of the seven node types', () => {
  const engine = sourcesOf('core').filter(
    ({ path }) => path.startsWith('packages/core/src/orchestrator/engine/') && !path.endsWith('.test.ts'),
  );
  expect(engine.length).toBeGreaterThan(10);
  const literal = new RegExp(`(['"\`])(?:${NODE_TYPES.join('|')})\\1`);
  const named = engine.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => literal.test(line) && !OTHER_MEANINGS.some((meaning) => meaning.test(line)))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(named).toEqual([]);
});
