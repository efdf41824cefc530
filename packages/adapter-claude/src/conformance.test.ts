import { fileURLToPath } from 'node:url';
import { adapterConformance, bindCases, goldenScreens } from '@agentflow/plugin-sdk/testing';
import { describe, it } from 'vitest';
import { createClaude } from './launch.js';

const screens = goldenScreens(fileURLToPath(new URL('../screens', import.meta.url)));
const cases = adapterConformance(createClaude(false), { playedBy: 'claude', ...screens });
bindCases(cases, { describe, it: (name, run) => it(name, run, 30_000) }, 'the adapter claude conforms');
