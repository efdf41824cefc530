import { readFileSync } from 'node:fs';
import { adapterConformance, bindCases } from '@agentflow/plugin-sdk/testing';
import { describe, it } from 'vitest';
import { createClaude } from './launch.js';

const read = (file: string) => readFileSync(new URL(`../screens/${file}.txt`, import.meta.url), 'utf8').trimEnd();

const cases = adapterConformance(createClaude(false), {
  playedBy: 'claude',
  questions: ['tool-question', 'trust-question'].map((name) => ({
    screen: read(`${name}/screen`),
    text: read(`${name}/question`),
  })),
  otherScreens: ['busy', 'idle'].map((name) => read(`${name}/screen`)),
});

bindCases(cases, { describe, it: (name, run) => it(name, run, 30_000) }, 'the adapter claude conforms');
