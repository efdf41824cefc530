import { definePlugin } from '@agentflow/plugin-sdk';
import { createGemini } from './launch.js';

export default definePlugin({
  name: '@agentflow/adapter-gemini',
  apiVersion: 1,
  adapters: { gemini: createGemini },
});
