import { isPlugin, type Permissions } from '@agentflow/plugin-sdk';
import { describe, expect, test } from 'vitest';
import plugin from './index.js';
import { createGemini } from './launch.js';

const gemini = createGemini({ name: 'draft', cwd: '/work', env: {} });

test('the plugin contributes the adapter "gemini"', () => {
  expect(isPlugin(plugin)).toBe(true);
  expect([plugin.name, plugin.apiVersion, plugin.adapters]).toEqual([
    '@agentflow/adapter-gemini',
    1,
    { gemini: createGemini },
  ]);
});

test('the program is known to doctor', () => {
  expect(gemini.program).toEqual({
    command: 'gemini',
    versionArgs: ['--version'],
    installHint: 'npm install -g @google/gemini-cli',
    testedVersions: '>=0.61.0 <0.62',
  });
});

describe('launch', () => {
  test('headless it prints events, and the prompt is joined to its flag', () => {
    expect(gemini.getLaunchConfig('headless', '--help')).toEqual({
      command: 'gemini',
      args: ['--output-format', 'stream-json', '--prompt=--help'],
    });
  });

  test('interactively the prompt is joined to its flag', () => {
    expect(gemini.getLaunchConfig('interactive', '--help')).toEqual({
      command: 'gemini',
      args: ['--prompt-interactive=--help'],
    });
  });

  test('interactive needs no prompt', () => {
    expect(gemini.getLaunchConfig('interactive')).toEqual({ command: 'gemini', args: [] });
  });

  test('extra arguments stand in their order before the prompt', () => {
    expect(gemini.getLaunchConfig('headless', 'P', ['--debug', '-e', 'none']).args).toEqual([
      '--output-format',
      'stream-json',
      '--debug',
      '-e',
      'none',
      '--prompt=P',
    ]);
  });
});

describe('options', () => {
  test.each<[Permissions, string[]]>([
    ['read-only', ['--approval-mode=plan']],
    ['ask', ['--approval-mode=default']],
    ['edits', ['--approval-mode=auto_edit']],
    ['full', ['--approval-mode=yolo']],
  ])('permissions %s', (permissions, args) => {
    expect(gemini.mapOptions?.('headless', { permissions })).toEqual({ args, unsupported: [] });
  });

  test('model and conversation', () => {
    expect(gemini.mapOptions?.('interactive', { resume: 'c0ffee', model: 'flash' })).toEqual({
      args: ['-m', 'flash', '--resume=c0ffee'],
      unsupported: [],
    });
  });

  test('the id of a new conversation', () => {
    expect(gemini.mapOptions?.('interactive', { newConversation: 'c0ffee' }).args).toEqual(['--session-id=c0ffee']);
  });

  test('what gemini has no flag for is unsupported, never ignored', () => {
    expect(
      gemini.mapOptions?.('headless', { allowedTools: [], deniedTools: ['x'], outputFormat: { type: 'object' } }),
    ).toEqual({ args: [], unsupported: ['allowedTools', 'deniedTools', 'outputFormat'] });
  });
});
