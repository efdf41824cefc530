import { readFileSync } from 'node:fs';
import { adapterConformance, bindCases } from '@agentflow/plugin-sdk/testing';
import { describe, it } from 'vitest';
import { createGemini } from './launch.js';

const read = (file: string) => readFileSync(new URL(`../screens/${file}.txt`, import.meta.url), 'utf8').trimEnd();

const cases = adapterConformance(createGemini, {
  playedBy: 'gemini',
  questions: ['tool-question', 'trust-question'].map((name) => ({
    screen: read(`${name}/screen`),
    text: read(`${name}/question`),
  })),
  otherScreens: ['busy', 'idle'].map((name) => read(`${name}/screen`)),
});

bindCases(cases, { describe, it: (name, run) => it(name, run, 30_000) }, 'the adapter gemini conforms');
