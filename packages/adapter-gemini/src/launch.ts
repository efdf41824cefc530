import { createAdapter } from '@agentflow/plugin-sdk';
import { observeGemini } from './observer.js';

/**
 * Makes the adapter of Gemini CLI. The prompt is joined to its flag: in any other place one that begins
 * with "-" is read as a flag. `allowedTools`, `deniedTools` and `outputFormat` have no flag of that
 * meaning (`--allowed-tools` only spares questions), so they stay unsupported.
 */
export const createGemini = createAdapter({
  command: 'gemini',
  installHint: 'npm install -g @google/gemini-cli',
  testedVersions: '>=0.61.0 <0.62',
  modes: {
    interactive: { prompt: { flag: '--prompt-interactive', join: '=' } },
    headless: {
      args: ['--output-format', 'stream-json'],
      prompt: { flag: '--prompt', join: '=' },
      commandMark: '/',
    },
  },
  options: {
    model: ['-m', '{}'],
    permissions: {
      'read-only': ['--approval-mode=plan'],
      // Without a mode its settings choose one.
      ask: ['--approval-mode=default'],
      edits: ['--approval-mode=auto_edit'],
      full: ['--approval-mode=yolo'],
    },
    resume: ['--resume={}'],
    newConversation: ['--session-id={}'],
  },
  observe: observeGemini,
});
