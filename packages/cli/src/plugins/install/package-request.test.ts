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
    expect(parseRequest(typed, '/project')).toEqual({ kind: 'registry', ...request });
  });

  test.each([
    ['.', '/project'],
    ['./x', '/project/x'],
    ['../x', '/x'],
    ['/a/b', '/a/b'],
    ['x-1.0.0.tgz', '/project/x-1.0.0.tgz'],
  ])('%s is a path', (typed, path) => {
    expect(parseRequest(typed, '/project')).toEqual({ kind: 'file', path });
  });

  test.each(['https://host/x-1.0.0.tgz', 'http://127.0.0.1:8/x.tar.gz'])('%s is a tarball elsewhere', (typed) => {
    expect(parseRequest(typed, '/project')).toEqual({ kind: 'url', url: typed });
  });

  test.each([
    'git+ssh://host/x',
    'git+https://host/x.git',
    'git@host:a/x.git',
    'git://host/x',
    'ssh://host/x',
    'https://host/x.git#main',
    'https://github.com/acme/x',
    'github:acme/x',
    'acme/x',
  ])('%s is a repository, and refused', (typed) => {
    expect(() => parseRequest(typed, '/project')).toThrow('is a git repository.');
  });

  test.each(['https://host/x', 'http://host/x.tgz', 'ftp://host/x.tgz', 'https://', 'file:///x.tgz'])(
    '%s is no address of a tarball that is safe to fetch',
    (typed) => {
      expect(() => parseRequest(typed, '/project')).toThrow('is not the https address of a tarball.');
    },
  );

  test('an address with credentials is refused, and they are not repeated', () => {
    expect(() => parseRequest('https://me:secret@host/x.tgz', '/project')).toThrow(/^The address .* must not hold/);
  });

  test.each(['', '@', 'X Y', 'a/b/c', '-g', 'x@$(id)', 'x@1;rm'])('%j is refused', (typed) => {
    expect(() => parseRequest(typed, '/project')).toThrow('is neither the name of a package nor a path.');
  });
});
