import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';

/** A proxy that cannot be reached: whoever needs the network fails. */
const OFFLINE = { http_proxy: 'http://127.0.0.1:9', https_proxy: 'http://127.0.0.1:9' };

test('WHEN completion is set up without a network THEN the cache names every command and flag', async () => {
  await using rig = await TestRig.create();
  const { code, stdout } = await rig.run('autocomplete bash --refresh-cache', { env: OFFLINE });
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  const script = await rig.run('autocomplete script bash', { env: OFFLINE });
  expect(script).toMatchInlineSnapshot(`
    {
      "code": 0,
      "stderr": "",
      "stdout": "
    AGENTFLOW_AC_BASH_SETUP_PATH=<home>/.cache/agentflow/autocomplete/bash_setup && test -f $AGENTFLOW_AC_BASH_SETUP_PATH && source $AGENTFLOW_AC_BASH_SETUP_PATH; # agentflow autocomplete setup

    ",
    }
  `);
  const cache = join(rig.home, '.cache', 'agentflow', 'autocomplete');
  expect((await readdir(cache)).sort()).toMatchInlineSnapshot(`
    [
      "bash_setup",
      "functions",
      "zsh_setup",
    ]
  `);
  const commands = await readFile(join(cache, 'functions', 'bash', 'agentflow.bash'), 'utf8');
  const listed = commands.split('\n').filter((line) => /^(validate|graph|schema) /.test(line));
  expect(listed.join('\n')).toMatchInlineSnapshot(`
    "graph --help --json --format --plugin
    schema --help --json --plugin
    validate --help --json --strict --plugin"
  `);
});

test('WHEN bash completes a command THEN it offers what begins so', async () => {
  await using rig = await TestRig.create();
  await rig.run('autocomplete bash --refresh-cache', { env: OFFLINE });
  const complete = (line: string) =>
    `COMP_WORDS=(${line}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); COMPREPLY=(); cur=""; _agentflow_autocomplete; echo "\${COMPREPLY[@]}"`;
  const setup =
    'eval "$(cat ~/.cache/agentflow/autocomplete/bash_setup)"; _get_comp_words_by_ref() { cur="${COMP_WORDS[COMP_CWORD]}"; }; __ltrim_colon_completions() { :; }';
  const { stdout, stderr } = await rig.spawn('bash', ['-c', `${setup}; ${complete('agentflow va')}`]).exited;
  expect({ stdout, stderr }).toMatchInlineSnapshot(`
    {
      "stderr": "",
      "stdout": "validate
    ",
    }
  `);
});
