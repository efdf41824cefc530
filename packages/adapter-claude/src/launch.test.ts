import { type AgentOptions, isPlugin, type Permissions } from '@agentflow/plugin-sdk';
import { describe, expect, test } from 'vitest';
import plugin from './index.js';
import { createClaude } from './launch.js';

const options = { name: 'critic', cwd: '/work', env: {} };
const claude = createClaude(false)(options);
const claudeAsRoot = createClaude(true)(options);

const env = { CLAUDECODE: undefined, CLAUDE_CODE_ENTRYPOINT: undefined };
const reading = '--tools=Agent,AskUserQuestion,ExitPlanMode,Glob,Grep,LSP,Read,Skill,Task,TodoWrite,WebFetch,WebSearch';
const everyTool =
  '--allowedTools=Agent,Bash,Edit,Glob,Grep,NotebookEdit,Read,Skill,Task,TodoWrite,WebFetch,WebSearch,Write';

test('the plugin contributes the adapter "claude"', () => {
  expect(isPlugin(plugin)).toBe(true);
  expect([plugin.name, plugin.apiVersion, Object.keys(plugin.adapters ?? {})]).toEqual([
    '@agentflow/adapter-claude',
    1,
    ['claude'],
  ]);
});

test('the program is known to doctor', () => {
  expect(claude.program).toEqual({
    command: 'claude',
    versionArgs: ['--version'],
    installHint: 'npm install -g @anthropic-ai/claude-code',
    testedVersions: '>=2.1.197 <2.2',
  });
});

describe('launch', () => {
  test('headless it prints events, and the prompt stands behind dashes', () => {
    expect(claude.getLaunchConfig('headless', '--help')).toStrictEqual({
      command: 'claude',
      args: ['-p', '--output-format', 'stream-json', '--verbose', '--', '--help'],
      env,
    });
  });

  test('interactively the prompt stands behind dashes', () => {
    expect(claude.getLaunchConfig('interactive', '--help')).toStrictEqual({
      command: 'claude',
      args: ['--', '--help'],
      env,
    });
  });

  test('interactive needs no prompt', () => {
    expect(claude.getLaunchConfig('interactive')).toStrictEqual({ command: 'claude', args: [], env });
  });

  test('extra arguments stand in their order before the prompt', () => {
    expect(claude.getLaunchConfig('interactive', 'P', ['--model', 'x', '--debug']).args).toEqual([
      '--model',
      'x',
      '--debug',
      '--',
      'P',
    ]);
  });
});

describe('permissions', () => {
  test.each<[Permissions, string[], string[]]>([
    ['read-only', ['--permission-mode', 'plan', reading], ['--permission-mode', 'plan', reading]],
    ['ask', ['--permission-mode', 'default'], ['--permission-mode', 'default']],
    ['edits', ['--permission-mode', 'acceptEdits'], ['--permission-mode', 'acceptEdits']],
    ['full', ['--dangerously-skip-permissions'], [everyTool]],
  ])('%s', (permissions, args, argsAsRoot) => {
    expect(claude.mapOptions?.('headless', { permissions })).toEqual({ args, unsupported: [] });
    expect(claudeAsRoot.mapOptions?.('headless', { permissions })).toEqual({ args: argsAsRoot, unsupported: [] });
  });
});

describe('tools', () => {
  const headless = (agentOptions: AgentOptions) => claude.mapOptions?.('headless', agentOptions).args;
  const only = '--strict-mcp-config';
  const asking = ['--permission-mode', 'default'];

  test('an empty list allows none, whatever the permissions', () => {
    expect(headless({ allowedTools: [] })).toEqual(['--tools=', only]);
    expect(headless({ allowedTools: [], permissions: 'full' })).toEqual([...asking, '--tools=', only]);
  });

  test('a list turns "full" into "ask", also as root', () => {
    const agentOptions: AgentOptions = { permissions: 'full', allowedTools: ['Read', 'Bash(git:*)', 'Bash(ls)'] };
    const args = [...asking, '--tools=Read,Bash', only, '--allowedTools=Read,Bash(git:*),Bash(ls)'];
    expect(headless(agentOptions)).toEqual(args);
    expect(claudeAsRoot.mapOptions?.('headless', agentOptions).args).toEqual(args);
    expect(claude.mapOptions?.('interactive', agentOptions).args).toEqual(args);
  });

  test('a list grants nothing to a read-only task, and may not name what could write', () => {
    const readOnly = (...allowedTools: string[]) =>
      claude.mapOptions?.('headless', { permissions: 'read-only', allowedTools });
    expect(readOnly('Read', 'mcp__clock__now')).toEqual({
      args: ['--permission-mode', 'plan', '--tools=Read'],
      unsupported: [],
    });
    expect(readOnly('Read', 'Bash(git diff:*)')?.unsupported).toEqual(['allowedTools']);
  });

  test('listed tools run unasked only where nobody can be asked', () => {
    const agentOptions: AgentOptions = { permissions: 'ask', allowedTools: ['Bash'] };
    expect(headless(agentOptions)).toEqual([...asking, '--tools=Bash', only, '--allowedTools=Bash']);
    expect(claude.mapOptions?.('interactive', agentOptions).args).toEqual([...asking, '--tools=Bash', only]);
  });

  test('a listed tool of an MCP server keeps the servers', () => {
    expect(headless({ allowedTools: ['mcp__github__search'] })).toEqual([
      '--tools=',
      '--allowedTools=mcp__github__search',
    ]);
  });

  test('denied tools are taken away, and none when the list is empty', () => {
    expect(headless({ permissions: 'full', deniedTools: ['Bash', 'WebFetch'] })).toEqual([
      '--dangerously-skip-permissions',
      '--disallowedTools=Bash,WebFetch',
    ]);
    expect(headless({ deniedTools: [] })).toEqual([]);
  });
});

describe('other options', () => {
  test('model and conversation', () => {
    expect(claude.mapOptions?.('interactive', { resume: 'c0ffee', model: 'sonnet' })).toEqual({
      args: ['--model', 'sonnet', '--resume=c0ffee'],
      unsupported: [],
    });
  });

  test('the id of a new conversation', () => {
    expect(claude.mapOptions?.('interactive', { newConversation: 'c0ffee' }).args).toEqual(['--session-id=c0ffee']);
  });

  test('a schema is given to headless claude, and unsupported interactively', () => {
    const outputFormat = { type: 'object', properties: { a: { const: '{}' } } };
    expect(claude.mapOptions?.('headless', { outputFormat })).toEqual({
      args: ['--json-schema={"type":"object","properties":{"a":{"const":"{}"}}}'],
      unsupported: [],
    });
    expect(claude.mapOptions?.('interactive', { outputFormat })).toEqual({ args: [], unsupported: ['outputFormat'] });
  });

  test('no option makes no argument', () => {
    expect(claude.mapOptions?.('headless', {})).toEqual({ args: [], unsupported: [] });
  });
});
