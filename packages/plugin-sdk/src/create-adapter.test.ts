import { describe, expect, test } from 'vitest';
import type { AdapterHost, AgentVerdict, ExecutionMode } from './adapter.js';
import { type AdapterDefinition, createAdapter, type PromptPlacement } from './create-adapter.js';

const options = { name: 'Draft', cwd: '/work', env: { A: 'b' } };

const PROMPTS = {
  empty: '',
  newline: 'first\nsecond\n',
  quotes: `it's "quoted" \\ \``,
  'command substitution': '$(rm -rf /) ${HOME}',
  'leading dash': '--help',
  emoji: 'grüße 👩‍💻',
  '100 KB': 'x'.repeat(100_000),
};

function launch(definition: Partial<AdapterDefinition>, prompt?: string, extraArgs?: string[]) {
  const modes = { headless: { prompt: 'last' }, interactive: { prompt: 'last' } } as const;
  return (mode: ExecutionMode) =>
    createAdapter({ command: 'agent', modes, ...definition })(options).getLaunchConfig(mode, prompt, extraArgs);
}

describe('a launch', () => {
  test('has the arguments of the mode, then the extra ones in their order, then the prompt', () => {
    const modes = {
      headless: { args: ['run', '--json'], prompt: 'last' },
      interactive: { args: ['chat'], prompt: 'after-dashes' },
    } as const;
    const config = launch({ modes }, 'P', ['-z', '-a', '-z']);
    expect(config('headless')).toEqual({ command: 'agent', args: ['run', '--json', '-z', '-a', '-z', 'P'] });
    expect(config('interactive')).toEqual({ command: 'agent', args: ['chat', '-z', '-a', '-z', '--', 'P'] });
  });

  test('is the same twice', () => {
    const config = launch({ env: { A: '1' } }, 'P', ['-a']);
    expect(config('headless')).toEqual(config('headless'));
  });

  test('carries the environment, removals included', () => {
    expect(launch({ env: { A: '1', B: undefined } }, 'P')('headless')).toStrictEqual({
      command: 'agent',
      args: ['P'],
      env: { A: '1', B: undefined },
    });
  });

  test('needs no prompt when interactive', () => {
    expect(launch({})('interactive')).toEqual({ command: 'agent', args: [] });
  });

  test('is refused headless without a prompt', () => {
    expect(() => launch({})('headless')).toThrow(new Error('agent needs a prompt when headless.'));
  });

  test('is refused in a mode the agent does not have', () => {
    const config = launch({ modes: { headless: { prompt: 'last' } } }, 'P');
    expect(() => config('interactive')).toThrow(new Error('agent has no interactive mode.'));
  });

  test('is refused with a NUL in the prompt', () => {
    const message = 'A prompt cannot hold a NUL character: no program argument can.';
    expect(() => launch({}, 'a\0b')('headless')).toThrow(new Error(message));
  });
});

describe.each<[string, PromptPlacement, (prompt: string) => string[]]>([
  ['last', 'last', (prompt) => [prompt]],
  ['after dashes', 'after-dashes', (prompt) => ['--', prompt]],
  ['behind a flag', { flag: '-m' }, (prompt) => ['-m', prompt]],
  ['joined to a flag', { flag: '--prompt', join: '=' }, (prompt) => [`--prompt=${prompt}`]],
])('a prompt %s', (_where, placement, expected) => {
  test.each(Object.entries(PROMPTS))('arrives once and unaltered: %s', (_name, prompt) => {
    expect(launch({ modes: { headless: { prompt: placement } } }, prompt)('headless').args).toEqual(expected(prompt));
  });

  test('leaves nothing behind when there is none', () => {
    expect(launch({ modes: { interactive: { prompt: placement } } })('interactive').args).toEqual([]);
  });
});

describe('an adapter', () => {
  test('has the name of its task', () => {
    expect(createAdapter({ command: 'agent', modes: {} })(options).name).toBe('Draft');
  });

  test('describes its program, asking for --version unless told otherwise', () => {
    const plain = createAdapter({ command: 'agent', modes: {} })(options);
    expect(plain.program).toStrictEqual({ command: 'agent', versionArgs: ['--version'] });
    const known = { command: 'agent', versionArgs: ['version'], installHint: 'npm i -g agent', testedVersions: '1.x' };
    expect(createAdapter({ ...known, modes: {} })(options).program).toStrictEqual(known);
  });

  test('supports no option unless told otherwise', () => {
    const adapter = createAdapter({ command: 'agent', modes: {} })(options);
    expect(adapter.mapOptions?.('headless', { model: 'm' })).toEqual({ args: [], unsupported: ['model'] });
  });

  test('without an observer leaves judging to the core', () => {
    const adapter = createAdapter({ command: 'agent', modes: {} })(options);
    expect([adapter.onOutput, adapter.onLine, adapter.onScreen, adapter.judge]).toEqual(Array(4).fill(undefined));
  });
});

describe('an observer', () => {
  const counting = createAdapter({
    command: 'agent',
    modes: {},
    observe: ({ name, cwd }) => {
      let lines = 0;
      return {
        onLine: (line, host) => {
          lines += 1;
          host.emit({ type: 'message', text: `${name} in ${cwd}: ${line}` });
        },
        judge: (): AgentVerdict => ({ ok: true, answer: String(lines) }),
      };
    },
  });

  test('is made from the options of the attempt and reaches its host', () => {
    const told: unknown[] = [];
    const host: AdapterHost = { emit: (event) => void told.push(event), needsInput: () => {}, working: () => {} };
    counting(options).onLine?.('hello', host);
    expect(told).toEqual([{ type: 'message', text: 'Draft in /work: hello' }]);
  });

  test('shares nothing with that of another attempt', () => {
    const host: AdapterHost = { emit: () => {}, needsInput: () => {}, working: () => {} };
    const [first, second] = [counting(options), counting(options)];
    first.onLine?.('one', host);
    first.onLine?.('two', host);
    second.onLine?.('one', host);
    const exit = { exitCode: 0, signal: null };
    expect([first.judge?.(exit), second.judge?.(exit)]).toEqual([
      { ok: true, answer: '2' },
      { ok: true, answer: '1' },
    ]);
  });

  test('may be an instance of a class, with private fields and inherited methods', () => {
    abstract class Watcher {
      protected lines: string[] = [];
      onLine(line: string): void {
        this.lines.push(line);
      }
    }
    class LastLine extends Watcher {
      #judged = 0;
      judge(): AgentVerdict {
        this.#judged += 1;
        return { ok: true, answer: `${this.lines.at(-1)} (${this.#judged})` };
      }
    }
    const host: AdapterHost = { emit: () => {}, needsInput: () => {}, working: () => {} };
    const adapter = createAdapter({ command: 'agent', modes: {}, observe: () => new LastLine() })(options);
    const { onLine, judge } = adapter;
    onLine?.('first', host);
    onLine?.('last', host);
    expect(judge?.({ exitCode: 0, signal: null })).toEqual({ ok: true, answer: 'last (1)' });
    expect([adapter.onOutput, adapter.onScreen]).toEqual([undefined, undefined]);
  });
});

test('a prompt that would be a command gets a blank before it, and no other does', () => {
  const factory = createAdapter({ command: 'parrot', modes: { headless: { prompt: 'last', commandMark: '/' } } });
  const argsOf = (prompt: string) => factory({ name: 'a', cwd: '.', env: {} }).getLaunchConfig('headless', prompt).args;
  expect(['/init', ' /init', 'a/b', ''].map(argsOf)).toEqual([[' /init'], [' /init'], ['a/b'], ['']]);
});
