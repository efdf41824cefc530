import { expect, test } from 'vitest';
import { refusal } from './refusal.js';

test('WHEN the head of a workflow has wrong types THEN each is refused with place and hint', async () => {
  const workflow = `name: [a]
description: 5
tags: demo
interactive: "no"
max_parallel: 1.5
budget_usd: -1
timeout: 1h
env: [A=b]
inputs: {5x: {required: maybe}}
nodes: [{id: x, bash: "true"}]
`;
  expect(await refusal(workflow)).toMatchInlineSnapshot(`
    "f.yaml:1:7  "name" must be a text, but it is a list.
        1 | name: [a]
                  ^^^
        hint: Write a text.

    f.yaml:2:14  "description" must be a text, but it is 5.
        2 | description: 5
                         ^
        hint: Put it in quotes: "5".

    f.yaml:3:7  "tags" must be a list, but it is "demo".
        3 | tags: demo
                  ^^^^
        hint: Write it as a list: [demo].

    f.yaml:4:14  "interactive" must be true or false, but it is "no".
        4 | interactive: "no"
                         ^^^^
        hint: Write true or false, without quotes.

    f.yaml:5:15  "max_parallel" must be a whole number, but it is 1.5.
        5 | max_parallel: 1.5
                          ^^^
        hint: Write a whole number, without quotes.

    f.yaml:6:13  "budget_usd" must be more than 0, but it is -1.
        6 | budget_usd: -1
                        ^^
        hint: Write a number that is more than 0.

    f.yaml:7:10  "timeout" must be a number, but it is "1h".
        7 | timeout: 1h
                     ^^
        hint: Write milliseconds, for example "timeout: 30000" for half a minute.

    f.yaml:8:6  "env" must be a mapping, but it is a list.
        8 | env: [A=b]
                 ^^^^^
        hint: Write it as a mapping of keys and values.

    f.yaml:9:10  "5x" must be a name of letters, digits and _.
        9 | inputs: {5x: {required: maybe}}
                     ^^
        hint: Give it another name.

    ✗ f.yaml has 9 errors
    "
  `);
});

test('WHEN nodes have wrong types THEN each is refused with place and hint', async () => {
  const workflow = `name: a
description: b
nodes:
  - {id: x, bash: [npm, test], depends_on: y, retry: many, when: 5, env: {A: [b]}, always_run: 1}
  - {id: y, script: a b, runtime: deno, deps: lodash}
  - {id: z, loop: {prompt: Go, max_iterations: "3"}, trigger_rule: [all_done], idle_timeout: 0}
  - {id: w, approval: {message: " ", on_timeout: aprove}, cwd: 5}
  - {id: v, adapter: claude, prompt: Go, context: new, permissions: all, output_format: json, extraArgs: --fast}
`;
  expect(await refusal(workflow)).toMatchInlineSnapshot(`
    "f.yaml:4:19  "bash" must be a text, but it is a list.
        4 |   - {id: x, bash: [npm, test], depends_on: y, retry: many, when: 5, env: {A: [b]}, always_run: 1}
                              ^^^^^^^^^^^
        hint: Write a text.

    f.yaml:4:44  "depends_on" must be a list, but it is "y".
        4 |   - {id: x, bash: [npm, test], depends_on: y, retry: many, when: 5, env: {A: [b]}, always_run: 1}
                                                       ^
        hint: Write it as a list: [y].

    f.yaml:4:54  "retry" must be a number or a mapping, but it is "many".
        4 |   - {id: x, bash: [npm, test], depends_on: y, retry: many, when: 5, env: {A: [b]}, always_run: 1}
                                                                 ^^^^
        hint: Write a number, without quotes.

    f.yaml:4:66  "when" must be a text or true or false, but it is 5.
        4 |   - {id: x, bash: [npm, test], depends_on: y, retry: many, when: 5, env: {A: [b]}, always_run: 1}
                                                                             ^
        hint: Put it in quotes: "5".

    f.yaml:4:78  "A" must be a text, a number or true or false, but it is a list.
        4 |   - {id: x, bash: [npm, test], depends_on: y, retry: many, when: 5, env: {A: [b]}, always_run: 1}
                                                                                         ^^^
        hint: Write a text.

    f.yaml:4:96  "always_run" must be true or false, but it is 1.
        4 | y, when: 5, env: {A: [b]}, always_run: 1}
                                                   ^
        hint: Write true or false, without quotes.

    f.yaml:5:35  "runtime" must be "bun", "uv" or "node", but it is "deno".
        5 |   - {id: y, script: a b, runtime: deno, deps: lodash}
                                              ^^^^
        hint: Write one of these.

    f.yaml:5:47  "deps" must be a list, but it is "lodash".
        5 |   - {id: y, script: a b, runtime: deno, deps: lodash}
                                                          ^^^^^^
        hint: Write it as a list: [lodash].

    f.yaml:6:48  "max_iterations" must be a number, but it is "3".
        6 |   - {id: z, loop: {prompt: Go, max_iterations: "3"}, trigger_rule: [all_done], idle_timeout: 0}
                                                           ^^^
        hint: Write a number, without quotes.

    f.yaml:6:68  "trigger_rule" must be "all_success", "one_success", "none_failed_min_one_success", "all_done", "none_failed", "one_failed" or "all_failed", but it is a list.
        6 |   - {id: z, loop: {prompt: Go, max_iterations: "3"}, trigger_rule: [all_done], idle_timeout: 0}
                                                                               ^^^^^^^^^^
        hint: Write one of these.

    f.yaml:6:94  "idle_timeout" must be more than 0, but it is 0.
        6 | rigger_rule: [all_done], idle_timeout: 0}
                                                   ^
        hint: Write a number that is more than 0.

    f.yaml:7:33  "message" is blank.
        7 |   - {id: w, approval: {message: " ", on_timeout: aprove}, cwd: 5}
                                            ^^^
        hint: Write its text, or take the key out.

    f.yaml:7:50  "on_timeout" must be "reject" or "approve", but it is "aprove".
        7 |   - {id: w, approval: {message: " ", on_timeout: aprove}, cwd: 5}
                                                             ^^^^^^
        hint: Did you mean "approve"?

    f.yaml:7:64  "cwd" must be a text, but it is 5.
        7 |   - {id: w, approval: {message: " ", on_timeout: aprove}, cwd: 5}
                                                                           ^
        hint: Put it in quotes: "5".

    f.yaml:8:51  "context" must be "fresh" or a mapping, but it is "new".
        8 |   - {id: v, adapter: claude, prompt: Go, context: new, permissions: all, output_format: json, extraArgs: --fas
                                                              ^^^
        hint: Write one of these.

    f.yaml:8:69  "permissions" must be "read-only", "ask", "edits" or "full", but it is "all".
        8 |   - {id: v, adapter: claude, prompt: Go, context: new, permissions: all, output_format: json, extraArgs: --fas
                                                                                ^^^
        hint: Write one of these.

    f.yaml:8:89  "output_format" must be a mapping, but it is "json".
        8 |   - {id: v, adapter: claude, prompt: Go, context: new, permissions: all, output_format: json, extraArgs: --fas
                                                                                                    ^^^^
        hint: Write it as a mapping of keys and values.

    f.yaml:8:106  "extraArgs" must be a list, but it is "--fast".
        8 | : all, output_format: json, extraArgs: --fast}
                                                   ^^^^^^
        hint: Write it as a list: [--fast].

    ✗ f.yaml has 18 errors
    "
  `);
});
