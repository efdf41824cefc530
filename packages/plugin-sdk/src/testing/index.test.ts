import { expect, test } from 'vitest';
import * as testing from './index.js';

test('the names of the testing kit', () => {
  expect(Object.keys(testing).sort()).toMatchInlineSnapshot(`
    [
      "FAKE_AGENT_FILE",
      "adapterConformance",
      "bindCases",
      "createTestHost",
      "fake",
      "fakePrompt",
      "fakeScript",
      "floodContent",
      "goldenScreens",
      "nodeTypeConformance",
      "replay",
      "runFakeAgent",
    ]
  `);
});
