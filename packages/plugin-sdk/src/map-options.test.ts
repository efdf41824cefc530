import { describe, expect, test } from 'vitest';
import type { AgentOptions } from './agent-options.js';
import { mapOptions, type OptionArguments } from './map-options.js';

const known: OptionArguments = {
  model: ['--model', '{}'],
  permissions: { ask: [], full: ['--yes'] },
  allowedTools: ['--tools={}'],
  deniedTools: (tools, mode) => tools.map((tool) => `--no-${tool}-when-${mode}`),
  resume: ['--resume={}'],
  newConversation: ['--id={}'],
  outputFormat: ['--schema', '{}'],
};

const everything: AgentOptions = {
  outputFormat: { type: 'object' },
  newConversation: 'decaf',
  resume: 'c0ffee',
  deniedTools: ['bash', 'web'],
  allowedTools: ['read', 'edit'],
  permissions: 'full',
  model: 'large',
};

describe('options that are known', () => {
  test('become arguments in one order, whatever the order they are written in', () => {
    expect(mapOptions(known, 'headless', everything)).toEqual({
      args: [
        ...['--model', 'large'],
        '--yes',
        '--tools=read,edit',
        ...['--no-bash-when-headless', '--no-web-when-headless'],
        '--resume=c0ffee',
        '--id=decaf',
        ...['--schema', '{"type":"object"}'],
      ],
      unsupported: [],
    });
  });

  test('may have no argument at all', () => {
    expect(mapOptions(known, 'headless', { permissions: 'ask' })).toEqual({ args: [], unsupported: [] });
  });

  test('keep an empty list, which allows none', () => {
    expect(mapOptions(known, 'headless', { allowedTools: [] })).toEqual({ args: ['--tools='], unsupported: [] });
  });

  test.each(['$&', '{}', "it's $1", '--help', 'a\nb', '👩‍💻'])('keep their value unaltered: %j', (model) => {
    expect(mapOptions(known, 'headless', { model })).toEqual({ args: ['--model', model], unsupported: [] });
  });

  test('put the value wherever it is asked for', () => {
    expect(mapOptions({ model: ['{}:{}', 'x'] }, 'headless', { model: 'm' }).args).toEqual(['m:m', 'x']);
  });
});

describe('options that are not known', () => {
  test('are listed, never ignored', () => {
    expect(mapOptions({}, 'interactive', everything)).toEqual({
      args: [],
      unsupported: ['model', 'permissions', 'allowedTools', 'deniedTools', 'resume', 'newConversation', 'outputFormat'],
    });
  });

  test('include a level of permissions that is not listed', () => {
    expect(mapOptions(known, 'headless', { permissions: 'read-only', model: 'm' })).toEqual({
      args: ['--model', 'm'],
      unsupported: ['permissions'],
    });
  });
});

test('options that are not set make no argument', () => {
  expect(mapOptions(known, 'headless', {})).toEqual({ args: [], unsupported: [] });
});
