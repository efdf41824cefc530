import { describe, expect, test } from 'vitest';
import { problemsOf } from '../testing-rig/check-text.js';

const task = (fields: string) => `name: n\nstages:\n  - name: s\n    tasks: [{${fields}}]\n`;
const stages = (...list: string[]) => `name: n\nstages:\n${list.map((stage) => `  - ${stage}\n`).join('')}`;

const CASES: readonly (readonly [rule: string, text: string, ...problems: string[]])[] = [
  ['an id and an adapter are enough', task('id: t, adapter: able')],
  [
    'every field of a task is accepted',
    task(
      'id: t, adapter: able, executionMode: headless, prompt: p, extraArgs: [-v], cwd: app, env: {A: b}, name: Coder, model: m, retry: 2, timeout: 5, when: "true"',
    ),
  ],
  ['an id is required', task('adapter: able'), '4:13 missing-field This task has no "id".'],
  ['an adapter is required', task('id: t'), '4:13 missing-adapter Task "t" runs an agent, but names no "adapter".'],
  ['an adapter must be registered', task('id: t, adapter: abel'), '4:30 unknown-adapter No adapter is called "abel".'],
  ['an adapter can come from the file', `adapter: able\n${task('id: t')}`],
  [
    'a headless task needs a prompt',
    task('id: t, adapter: able, executionMode: headless'),
    '4:13 missing-prompt The headless task "t" has no "prompt".',
  ],
  [
    'a prompt is not blank',
    task('id: t, adapter: able, executionMode: headless, prompt: ""'),
    '4:69 blank-value "prompt" is blank.',
  ],
  [
    'all extra arguments are texts',
    task('id: t, adapter: able, extraArgs: [a, 5, true, [x]]'),
    '4:51 invalid-value Item 2 of "extraArgs" must be a text, but it is 5.',
    '4:54 invalid-value Item 3 of "extraArgs" must be a text, but it is true.',
    '4:60 invalid-value Item 4 of "extraArgs" must be a text, but it is a list.',
  ],
  [
    'extra arguments are a list',
    task('id: t, adapter: able, extraArgs: --verbose'),
    '4:47 invalid-value "extraArgs" must be a list, but it is "--verbose".',
  ],
  [
    'an execution mode is one of two',
    task('id: t, adapter: able, executionMode: batch'),
    '4:51 invalid-value "executionMode" must be "interactive" or "headless", but it is "batch".',
  ],
  [
    'a task has no dependencies of its own',
    task('id: t, adapter: able, depends_on: []'),
    '4:36 invalid-value A task of a stage cannot have "depends_on".',
  ],
  [
    'an unknown key is a warning',
    task('id: t, adapter: able, promt: p'),
    '4:36 warning unknown-key Nothing reads the key "promt" here.',
  ],
  [
    'an id is unique over all stages',
    stages('{name: a, tasks: [{id: t, adapter: able}]}', '{name: b, tasks: [{id: t, adapter: able}]}'),
    '4:28 duplicate-id The id "t" is used a second time.',
  ],
  [
    'a stage has a name and tasks',
    stages('{}'),
    '3:5 missing-field This stage has no "name".',
    '3:5 missing-field This stage has no "tasks".',
  ],
  [
    'a stage is a mapping',
    stages('plan'),
    '3:5 invalid-value A stage is a mapping with "name" and "tasks", but it is "plan".',
  ],
  [
    'tasks are a list of mappings',
    stages('{name: a, tasks: {id: t}}', '{name: b, tasks: [t]}'),
    '3:22 invalid-value "tasks" must be a list, but it is a mapping.',
    '4:23 invalid-value A task is a mapping with "id" and "adapter", but it is "t".',
  ],
  [
    'stages are a list',
    'name: n\nstages: {name: s}\n',
    '2:9 invalid-value "stages" must be a list, but it is a mapping.',
  ],
  ['a workflow has a task', stages('{name: a, tasks: []}'), '2:1 not-a-workflow The workflow has no task.'],
  [
    'continue_on_error is true or false',
    stages('{name: a, continue_on_error: 1, tasks: [{id: t, adapter: able}]}'),
    '3:34 invalid-value "continue_on_error" must be true or false, but it is 1.',
  ],
];

describe('LANGUAGE §2: what a stage and a task must have', () => {
  test.each(CASES)('%s', async (_rule, text, ...expected) => {
    expect(await problemsOf(text)).toEqual(expected);
  });
});
