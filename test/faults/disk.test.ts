import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { Fault } from './report.js';
import { SessionFiles } from './session-files.js';
import { shell } from './shell.js';
import { chain, workflow } from './workflows.js';

/** Mounts that only the script sees; without the right to make them, a device that is always full takes their place. */
const mayMount = spawnSync('env', ['unshare', '-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
const OWN_MOUNTS = mayMount ? 'unshare -rm bash -c' : 'bash -c';

/** Runs a script whose mounts end with it. */
async function withMounts(rig: TestRig, script: string) {
  await rig.write({ 'script.sh': script });
  const { code, stdout, stderr } = await shell(
    rig,
    `export node bin; ${OWN_MOUNTS} 'agentflow() { "$node" "$bin" "$@"; }; . ./script.sh'`,
  ).exited;
  return { code, stdout, stderr: rig.mask(stderr) };
}

const READ_ONLY = 'the file system is read-only';
const SMALL_DISK = 'mkdir -p .agentflow; mount -t tmpfs -o size=1m tmpfs .agentflow';

test('row 11: WHEN a log fills the disk THEN path and reason are named once, nothing more starts, and a resume works', async () => {
  await using rig = await TestRig.create();
  const big = `test -e go && exit; head -c 3000000 /dev/zero | tr '\\0' x`;
  const nodes = chain([
    { id: 'before', bash: mayMount ? 'true' : 'ln -s /dev/full .agentflow/sessions/one/logs/big.1.log' },
    { id: 'big', bash: big },
    { id: 'after', bash: 'echo x >> after' },
  ]);
  await rig.write({ 'flow.yaml': workflow(nodes) });
  await new Fault(11, 'disk full while a log is written').try(async () => {
    const result = await withMounts(
      rig,
      `${mayMount ? SMALL_DISK : ''}
      agentflow run flow.yaml --session-id one; echo "run $?"
      test -e after && echo "after ran"
      touch go; ${mayMount ? 'mount -o remount,size=20m .agentflow' : ''}
      agentflow resume one 2>/dev/null; echo "resume $?"
      agentflow status one --json | grep -o '"status":"DONE"' | sort | uniq -c`,
    );
    expect(result.stdout).toBe('run 1\nresume 0\n      4 "status":"DONE"\n');
    const file = /(logs|outputs)\/big\.1(\.log)?/;
    expect(errorsOf(result.stderr).map((line) => line.replace(file, 'FILE'))).toEqual([
      'error: Cannot write <work>/.agentflow/sessions/one/FILE: no space left on the device.',
    ]);
    expect(result.stderr).not.toMatch(/internal|success|✓ faults/);
  });
});

test('row 11: WHEN the journal cannot grow THEN path and reason are named once, nothing more starts, and a resume works', async () => {
  await using rig = await TestRig.create();
  const fill = mayMount ? 'head -c 3000000 /dev/zero > .agentflow/filler 2>/dev/null' : 'true';
  const nodes = chain([
    { id: 'filler', bash: `touch after; test -e go || ${fill}; true` },
    ...Array.from({ length: 50 }, (_, index) => ({
      id: `n${index}`,
      bash: `test -e go || echo ${index} >> after; true`,
    })),
  ]);
  await rig.write({ 'flow.yaml': workflow(nodes) });
  await new Fault(11, 'disk full while the journal is written').try(async () => {
    const result = await withMounts(
      rig,
      `${mayMount ? SMALL_DISK : ''}
      (${mayMount ? 'true' : "trap '' XFSZ; ulimit -f 16"}; agentflow run flow.yaml --session-id one); echo "run $?"
      test "$(tail -n 1 after)" = 49 && echo "went on"
      touch go; rm -f .agentflow/filler
      agentflow resume one 2>/dev/null; echo "resume $?"
      test -e .agentflow/sessions/one/lock && echo locked`,
    );
    expect(result.stdout).toBe('run 1\nresume 0\n');
    expect(errorsOf(result.stderr)).toEqual([
      expect.stringMatching(/^error: Cannot write <work>\/\S+: .*(space|larger).*\.$/),
    ]);
    expect(result.stderr).not.toMatch(/internal|success|✓ faults/);
  });
});

test.each([
  { what: 'the values of a bash node', file: 'outputs/use.1.values1', use: { bash: 'echo $big.output' } },
  { what: 'a long prompt', file: 'prompts/use.1.md', use: { adapter: 'demo', prompt: '$big.output' } },
  {
    what: 'the outputs for a script',
    file: 'outputs/use.1.outputs.json',
    use: { script: 'console.log(1)', runtime: 'node' },
  },
  { what: 'the answer of an agent', file: 'outputs/use.1', use: { adapter: 'demo', prompt: 'hello' } },
  {
    what: 'an artifact',
    file: 'artifacts/use.txt',
    use: { bash: 'echo 1', output_type: 'text' },
    reason: 'invalid argument', // what a copy onto this device is told
  },
])(
  'row 11: WHEN there is no room for $what THEN path and reason are named once, nothing more starts, and a resume works',
  async ({ what, file, use, reason = 'no space left on the device' }) => {
    await using rig = await TestRig.create();
    const nodes = chain([
      { id: 'big', bash: `ln -s /dev/full .agentflow/sessions/one/${file}; head -c 150000 /dev/zero | tr '\\0' x` },
      { id: 'use', ...use },
      { id: 'after', bash: 'echo x >> after' },
    ]);
    await rig.write({ 'flow.yaml': workflow(nodes) });
    await new Fault(11, `no room for ${what}`).try(async () => {
      const { code, stdout, stderr } = await rig.run('run flow.yaml --session-id one');
      expect({ code, stdout, after: existsSync(rig.path('after')) }).toEqual({ code: 1, stdout: '', after: false });
      expect(stderr.split('\n').slice(-3)).toEqual([
        `error: Cannot write <work>/.agentflow/sessions/one/${file}: ${reason}.`,
        'hint: Make the folder writable or free some space; the session can then be resumed.',
        '',
      ]);
      await rm(rig.path(`.agentflow/sessions/one/${file}`), { force: true });
      expect(await rig.run('resume one')).toMatchObject({ code: 0 });
    });
  },
);

const NOT_MADE = 'hint: No session was made. Make the folder writable or free some space, then run it again.';

test.each([
  ['takes the checkout', true],
  ['takes no checkout', false],
])(
  'row 11: WHEN a session that %s finds its folder full or read-only THEN that is said and no node starts',
  async (_, mutates_checkout) => {
    await using rig = await TestRig.create();
    await rig.write({ 'flow.yaml': workflow([{ id: 'a', bash: 'touch started' }], { mutates_checkout }) });
    const full = mayMount
      ? `${SMALL_DISK}; head -c 3000000 /dev/zero > .agentflow/filler 2>/dev/null`
      : 'ln -s /sys .agentflow';
    const readOnly = mayMount
      ? 'mkdir -p .agentflow; mount --bind .agentflow .agentflow; mount -o remount,ro,bind .agentflow'
      : 'ln -s /proc .agentflow';
    const project = 'mount --bind "$PWD" "$PWD"; cd "$PWD"; mount -o remount,ro,bind "$PWD"';
    const faults = [
      ...(mayMount ? [{ fault: 'missing in a read-only project', script: project, reason: READ_ONLY }] : []),
      { fault: 'full', script: full, reason: mayMount ? 'no space left on the device' : 'operation not permitted' },
      { fault: 'read-only', script: readOnly, reason: mayMount ? READ_ONLY : 'no such file or folder' },
    ];
    for (const { fault, script, reason } of faults) {
      await new Fault(11, `state folder ${fault} from the start`).try(async () => {
        const result = await withMounts(rig, `${script}\nagentflow run flow.yaml --session-id one; echo "run $?"`);
        expect(result.stdout).toBe('run 1\n');
        const [error, ...hint] = result.stderr.trimEnd().split('\n');
        expect(error?.replace(/\.agentflow\S*:/, 'STATE:')).toBe(`error: Cannot write <work>/STATE: ${reason}.`);
        expect(hint).toEqual([NOT_MADE]);
        expect(existsSync(rig.path('started'))).toBe(false);
      });
    }
  },
);

test('row 11: WHEN a stopped session has become read-only THEN a resume says so and works once it is writable', async () => {
  await using rig = await TestRig.create();
  await rig.write({ 'flow.yaml': workflow([{ id: 'a', bash: 'test -e go && touch started' }]) });
  expect(await rig.run('run flow.yaml --session-id one')).toMatchObject({ code: 1 });
  const readOnly = mayMount
    ? 'mount --bind .agentflow .agentflow; mount -o remount,ro,bind .agentflow'
    : 'chattr +i .agentflow/sessions/one';
  await rig.write({ go: '' });
  await new Fault(11, 'resume of a read-only session').try(async () => {
    const undo = mayMount ? 'umount .agentflow' : 'chattr -i .agentflow/sessions/one';
    const result = await withMounts(
      rig,
      `${readOnly}
      agentflow resume one; echo "resume $?"; test -e started && echo "a ran"
      ${undo}
      agentflow resume one 2>/dev/null; echo "resume $?"`,
    );
    expect(result.stdout).toBe('resume 1\nresume 0\n');
    expect(result.stderr).toBe(
      `error: Cannot write <work>/.agentflow/sessions/one/lock: ${mayMount ? READ_ONLY : 'operation not permitted'}.\n` +
        'hint: Make the folder writable or free some space; the session can then be resumed.\n',
    );
  });
});

test.each([
  { home: 'unset', value: undefined },
  { home: 'a folder that does not exist', value: '/nonexistent/home' },
])('row 11: WHEN HOME is $home THEN a session works all the same', async ({ home, value }) => {
  await using rig = await TestRig.create();
  await rig.write({ 'flow.yaml': workflow([{ id: 'a', bash: 'echo fine' }]) });
  await new Fault(11, `HOME ${home}`).try(async () => {
    const env = { HOME: value };
    expect(await rig.run('run flow.yaml --session-id one', { env })).toMatchObject({ code: 0, stdout: 'fine\n' });
    expect(new SessionFiles(rig, 'one').leftovers()).toEqual([]);
  });
});

/** Every line that says something cannot be written. */
function errorsOf(stderr: string): string[] {
  return stderr.split('\n').filter((line) => /error|cannot write|full|space left|read-only/i.test(line));
}
