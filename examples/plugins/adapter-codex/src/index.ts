import { createAdapter, definePlugin } from '@agentflow/plugin-sdk';
import { CodexObserver } from './codex-observer.js';

export default definePlugin({
  name: 'agentflow-adapter-codex-example',
  apiVersion: 1,
  adapters: {
    codex: createAdapter({
      command: 'codex',
      installHint: 'npm install -g @openai/codex',
      modes: {
        interactive: { prompt: 'after-dashes' },
        headless: { args: ['exec', '--json', '--skip-git-repo-check'], prompt: 'after-dashes' },
      },
      options: {
        model: ['--model', '{}'],
        // "ask" is not here: nobody can be asked when it runs headless, so validation refuses it.
        permissions: {
          'read-only': ['--sandbox', 'read-only'],
          edits: ['--sandbox', 'workspace-write'],
          full: ['--sandbox', 'danger-full-access'],
        },
      },
      observe: () => new CodexObserver(),
    }),
  },
});
