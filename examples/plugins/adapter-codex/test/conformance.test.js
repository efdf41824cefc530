import { describe, it } from 'node:test';
import { adapterConformance, bindCases } from '@agentflow/plugin-sdk/testing';
import plugin from '../dist/index.js';

bindCases(adapterConformance(plugin.adapters.codex), { describe, it }, 'the adapter codex');
