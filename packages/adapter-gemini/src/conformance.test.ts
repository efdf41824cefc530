import { fileURLToPath } from 'node:url';
import { adapterConformance, bindCases, goldenScreens } from '@agentflow/plugin-sdk/testing';
import { describe, it } from 'vitest';
import { createGemini } from './launch.js';

const screens = goldenScreens(fileURLToPath(new URL('../screens', import.meta.url)));
const cases = adapterConformance(createGemini, { playedBy: 'gemini', ...screens });
bindCases(cases, { describe, it: (name, run) => it(name, run, 30_000) }, 'the adapter gemini conforms');
