import { describe, expect, test } from 'vitest';
import { parseRequest } from './package-request.js';

describe('what a person types to install', () => {
  test.each([
    ['x', { name: '@agentflow/adapter-x', range: 'latest', shortFor: 'x' }],
    ['adapter-x', { name: '@agentflow/adapter-x', range: 'latest', shortFor: 'adapter-x' }],
    ['node-type-y@2', { name: '@agentflow/node-type-y', range: '2', shortFor: 'node-type-y' }],
    ['agentflow-adapter-x', { name: 'agentflow-adapter-x', range: 'latest' }],
    ['@acme/tools@^1.2.0', { name: '@acme/tools', range: '^1.2.0' }],
    ['npm:left-pad@1.0.0', { name: 'left-pad', range: '1.0.0' }],
  ])('%s is a package of the registry', (typed, request) => {
    expect(parseRequest(typed, '/work')).toEqual({ kind: 'registry', ...request });
  });

  test.each([
    ['.', '/work'],
    ['./x', '/work/x'],
    ['../x', '/x'],
    ['/a/b', '/a/b'],
    ['x-1.0.0.tgz', '/work/x-1.0.0.tgz'],
  ])('%s is a path', (typed, path) => {
    expect(parseRequest(typed, '/work')).toEqual({ kind: 'file', path });
  });

  test.each(['', '@', 'X Y', 'git+ssh://host/x', 'https://host/x', 'a/b', '-g', 'x@$(id)', 'x@1;rm'])(
    '%j is refused',
    (typed) => {
      expect(() => parseRequest(typed, '/work')).toThrow('is neither the name of a package nor a path.');
    },
  );
});
