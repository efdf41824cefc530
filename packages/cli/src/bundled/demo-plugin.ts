import { API_VERSION, createAdapter, definePlugin } from '@agentflow/plugin-sdk';
import { FAKE_AGENT_FILE } from '@agentflow/plugin-sdk/testing';
import { observeDemo } from './demo-observer.js';

/** An agent that needs no account: it answers by itself, or by a script in its prompt. */
export default definePlugin({
  name: '@agentflow/cli',
  apiVersion: API_VERSION,
  adapters: {
    // Run by this Node from where the package is: nothing has to be on the PATH.
    demo: createAdapter({
      command: process.execPath,
      versionArgs: [FAKE_AGENT_FILE, '--version'],
      modes: {
        interactive: { args: [FAKE_AGENT_FILE], prompt: 'after-dashes' },
        headless: { args: [FAKE_AGENT_FILE, '--headless'], prompt: 'after-dashes' },
      },
      options: {
        model: ['--model={}'],
        permissions: {
          'read-only': ['--permissions=read-only'],
          ask: ['--permissions=ask'],
          edits: ['--permissions=edits'],
          full: ['--permissions=full'],
        },
        allowedTools: ['--allowed-tools={}'],
        deniedTools: ['--denied-tools={}'],
        resume: ['--resume={}'],
        outputFormat: ['--output-schema={}'],
      },
      observe: () => observeDemo(),
    }),
  },
});
