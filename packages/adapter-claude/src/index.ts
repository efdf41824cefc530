import { definePlugin } from '@agentflow/plugin-sdk';
import { createClaude } from './launch.js';

export default definePlugin({
  name: '@agentflow/adapter-claude',
  apiVersion: 1,
  adapters: { claude: createClaude(process.getuid?.() === 0) },
});
