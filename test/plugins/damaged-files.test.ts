import { describe, expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { agentWorkflow, inFolder, pluginFiles } from './plugin-files.js';

const CONFLICT = '<<<<<<< ours\n{}\n=======\n{}\n>>>>>>> theirs\n';
const LOCK = '.agentflow/plugins.lock.json';
const LINKS = '.agentflow/plugins/links.json';

/** A damaged file, the plugin that it is about, what is said about it, and what a command says that changes plugins. */
const DAMAGED: readonly [
  title: string,
  files: Record<string, string>,
  plugin: string,
  reason: string,
  error: string,
][] = [
  [
    'a lock file with a conflict of a merge',
    { [LOCK]: CONFLICT },
    'agentflow-adapter-x',
    `the lock file <work>/${LOCK} cannot be read: `,
    'The file cannot be read: ',
  ],
  [
    'a lock file that is a list',
    { [LOCK]: '[]' },
    'agentflow-adapter-x',
    `the lock file <work>/${LOCK} cannot be read: it is not a list of plugins`,
    'The file cannot be read: it is not a list of plugins',
  ],
  [
    'a lock file with an empty entry',
    { [LOCK]: '{"plugins":{"agentflow-adapter-x":null}}' },
    'agentflow-adapter-x',
    `what the lock file <work>/${LOCK} says about it makes no sense`,
    'What the file says about agentflow-adapter-x makes no sense.',
  ],
  [
    'a lock file whose entry lacks parts',
    { [LOCK]: '{"plugins":{"agentflow-adapter-x":{"version":"1.0.0"}}}' },
    'agentflow-adapter-x',
    `what the lock file <work>/${LOCK} says about it makes no sense`,
    'What the file says about agentflow-adapter-x makes no sense.',
  ],
  [
    'links with a conflict of a merge',
    { [LINKS]: CONFLICT },
    `<work>/${LINKS}`,
    'it cannot be read: ',
    'The file cannot be read: ',
  ],
  [
    'a link to a number',
    { [LINKS]: '{"agentflow-z":7}' },
    'agentflow-z',
    `what <work>/${LINKS} says about it makes no sense`,
    'What the file says about agentflow-z makes no sense.',
  ],
];

describe.each(DAMAGED)('%s', (_title, damaged, plugin, reason, message) => {
  const isLock = LOCK in damaged;
  const files = {
    ...inFolder('y', pluginFiles('agentflow-y', { adapters: ['y'] })),
    'agentflow.config.yaml': 'plugins: [agentflow-adapter-x, ./y]\n',
    'other.yaml': agentWorkflow('y'),
    ...damaged,
  };

  test('WHEN nothing of it is used THEN no command minds, and the plugin is listed with the reason', async () => {
    await using rig = await TestRig.create();
    await rig.write(files);
    for (const command of ['run other.yaml', 'validate other.yaml', 'adapters', 'node-types', 'schema'])
      expect([command, (await rig.run(command)).code]).toEqual([command, 0]);
    const { plugins } = JSON.parse((await rig.run('plugins list --json')).stdout) as { plugins: { name: string }[] };
    expect(plugins.find(({ name }) => name === plugin)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining(reason),
      hint: 'Take it back from version control, or remove it and install or link the plugins again.',
    });
  });

  test('WHEN plugins are changed THEN the command ends with 3 and names the file', async () => {
    await using rig = await TestRig.create();
    await rig.write(files);
    const { code, stdout } = await rig.run(`plugins ${isLock ? 'install' : 'link ./y'} --json`);
    expect(JSON.parse(stdout).error).toEqual({
      code: 'damaged-plugin-file',
      message: expect.stringContaining(message),
      file: `<work>/${isLock ? LOCK : LINKS}`,
      hint: 'Take it back from version control, or remove it and install or link the plugins again.',
    });
    expect(code).toBe(3);
  });
});
