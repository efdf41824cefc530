import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';

const FLOW = 'name: one\ndescription: One node.\nnodes:\n  - id: a\n    bash: echo hi\n';

/** A user that the system does not know, as `docker run --user 54321` makes one: Node throws when it is asked. */
const UNKNOWN_USER = `
  const os = require('node:os');
  os.userInfo = () => { throw new Error('uv_os_get_passwd returned ENOENT'); };
  const homedir = os.homedir;
  os.homedir = () => {
    if (process.env.HOME === undefined) throw new Error('uv_os_homedir returned ENOENT');
    return homedir();
  };
  require('node:module').syncBuiltinESMExports();
`;

/** `agentflow` for that user, with a value of HOME or without one. */
async function homeless(rig: TestRig, home?: string) {
  await rig.write({ 'unknown-user.cjs': UNKNOWN_USER, 'one.yaml': FLOW });
  const options = { env: { HOME: home }, nodeOptions: ['--require', rig.path('unknown-user.cjs')] };
  return (command: string) => rig.run(command, options);
}

test.each(['', '--help', 'workflows', 'adapters', 'config', 'plugins', 'run one.yaml --progress quiet'])(
  'WHEN somebody has no home THEN "agentflow %s" works',
  async (command) => {
    await using rig = await TestRig.create();
    const agentflow = await homeless(rig);
    expect(await agentflow(command)).toEqual(await rig.run(command));
  },
);

test('WHEN somebody without a home installs a plugin for all projects THEN the error names what is missing', async () => {
  await using rig = await TestRig.create();
  const agentflow = await homeless(rig);
  expect(await agentflow('plugins install x --user --yes')).toMatchInlineSnapshot(`
    {
      "code": 1,
      "stderr": "error: Plugins cannot be kept in /dev/null/.local/share/agentflow/plugins: ENOTDIR: not a directory, mkdir '/dev/null/.local/share/agentflow/plugins'
    hint: Make the folder writable; for --user, HOME or XDG_DATA_HOME may name another.
    ",
      "stdout": "",
    }
  `);
});

test.each([
  ['HOME is empty', ''],
  ['HOME is relative', 'here'],
])('WHEN %s THEN nothing in the working folder counts as the user’s own', async (_name, home) => {
  await using rig = await TestRig.create();
  const agentflow = await homeless(rig, home);
  const places = ['.', home].map((folder) => rig.path(folder, '.config/agentflow/workflows/mine.yaml'));
  for (const place of places) await rig.write({ [place.slice(rig.path().length + 1)]: FLOW });
  expect(await agentflow('workflows')).toEqual(await rig.run('workflows'));
});
