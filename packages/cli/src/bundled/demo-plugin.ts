import { API_VERSION, createAdapter, definePlugin } from '@agentflow/plugin-sdk';

/** An agent that needs no account: it answers by a script of its own. */
export default definePlugin({
  name: '@agentflow/cli',
  apiVersion: API_VERSION,
  adapters: {
    demo: createAdapter({
      command: 'agentflow-fake-agent',
      modes: { interactive: { prompt: 'after-dashes' }, headless: { args: ['--headless'], prompt: 'after-dashes' } },
    }),
  },
});
