import { describe, expect, test } from 'vitest';
import { shell } from './faults/shell.js';
import { TestRig } from './rig/test-rig.js';

const FOLDER = 'my shop';

/** The commands that a text names, each as it would be pasted: to its folder, or without one to the end of the line. */
function commandsIn(text: string): string[] {
  return text.match(/agentflow (.*my shop'|.*)/g) ?? [];
}

async function rigWith(nodes: readonly object[]) {
  const rig = await TestRig.create();
  await rig.write({ [`${FOLDER}/flow.yaml`]: JSON.stringify({ name: 'flow', description: 'A test.', nodes }) });
  const run = (...args: string[]) =>
    rig.agentflow(['run', rig.path(FOLDER, 'flow.yaml'), '--cwd', FOLDER, '--session-id', 's1', ...args]);
  const said = async (started: ReturnType<typeof run>) => rig.mask((await started.exited).stderr);
  const paste = async (command: string) => (await shell(rig, command.replaceAll('<work>', rig.path())).exited).code;
  return { rig, run, said, paste, [Symbol.asyncDispose]: () => rig[Symbol.asyncDispose]() };
}

describe('a session of another folder', () => {
  test('WHEN it failed THEN the commands to go on work where they are pasted', async () => {
    await using here = await rigWith([{ id: 'gate', bash: 'test -e there' }]);
    const commands = commandsIn(await here.said(here.run()));
    expect(commands).toEqual([
      "agentflow resume s1 --cwd '<work>/my shop'",
      "agentflow status s1 --cwd '<work>/my shop'",
    ]);
    expect(commandsIn(await here.said(here.run()))).toEqual(["agentflow resume s1 --cwd '<work>/my shop'"]);
    const { stdout } = await here.rig.run(['status', 's1', '--cwd', FOLDER]);
    expect(commandsIn(stdout)).toEqual([
      "agentflow logs s1 gate --cwd '<work>/my shop'",
      "agentflow resume s1 --cwd '<work>/my shop'",
    ]);
    await here.rig.write({ [`${FOLDER}/there`]: '' });
    for (const command of commands) expect(await here.paste(command)).toBe(0);
  });

  test('WHEN its workflow was edited THEN the command to accept that works where it is pasted', async () => {
    await using here = await rigWith([{ id: 'gate', bash: 'false' }]);
    await here.run().exited;
    const edited = { name: 'flow', description: 'A test.', nodes: [{ id: 'gate', bash: 'true' }] };
    await here.rig.write({ [`${FOLDER}/flow.yaml`]: JSON.stringify(edited) });
    const { code, stderr } = await here.rig.run(['resume', 's1', '--cwd', FOLDER]);
    const commands = commandsIn(stderr);
    expect([code, commands]).toEqual([3, ["agentflow resume s1 --accept-changes --cwd '<work>/my shop'"]]);
    expect(await here.paste(commands[0] as string)).toBe(0);
  });

  test.each([
    ['approve', 0],
    ['reject', 6],
  ] as const)('WHEN it waits for a person THEN the command to %s works where it is pasted', async (decision, code) => {
    await using here = await rigWith([{ id: 'gate', approval: 'Deploy?' }]);
    const commands = commandsIn(await here.said(here.run()));
    expect(commands).toEqual([
      "agentflow approve s1 --cwd '<work>/my shop'",
      "agentflow reject s1 --cwd '<work>/my shop'",
    ]);
    expect(await here.paste(commands.find((command) => command.includes(decision)) as string)).toBe(code);
  });

  test('WHEN it runs in the background THEN the commands to look work where they are pasted, and cancel reaches it', async () => {
    await using here = await rigWith([{ id: 'talk', adapter: 'demo', executionMode: 'interactive', prompt: 'Wait.' }]);
    const commands = commandsIn(await here.said(here.run('--detach')));
    expect(commands).toEqual([
      "agentflow status s1 --watch --cwd '<work>/my shop'",
      "agentflow logs s1 -f --cwd '<work>/my shop'",
    ]);
    const attach = await here.rig.run(['attach', 's1', 'talk', '--cwd', FOLDER]);
    expect(commandsIn(attach.stderr)).toEqual([
      "agentflow logs s1 talk -f --cwd '<work>/my shop'",
      "agentflow send s1 talk TEXT --cwd '<work>/my shop'",
    ]);
    const looking = commands.map(here.paste);
    expect(await here.rig.run(['cancel', 's1', '--cwd', FOLDER])).toMatchObject({ code: 0 });
    expect(await Promise.all(looking)).toEqual([0, 0]);
  });

  test('WHEN an interactive task starts THEN the command to step in names the folder', async () => {
    await using here = await rigWith([{ id: 'talk', adapter: 'demo', executionMode: 'interactive', prompt: 'Wait.' }]);
    const run = here.run();
    await run.waitFor(({ stderr }) => /attach .*\n/.test(stderr));
    expect(commandsIn(here.rig.mask(run.stderr))).toEqual(["agentflow attach s1 talk --cwd '<work>/my shop'"]);
  });

  test('WHEN its process was killed THEN following it ends with a command that works where it is pasted', async () => {
    await using here = await rigWith([{ id: 'wait', bash: 'until test -e there; do sleep 0.02; done' }]);
    const run = here.run();
    await run.waitFor(({ stderr }) => /wait +started/.test(stderr));
    run.kill('SIGKILL');
    await run.exited;
    const commands = commandsIn((await here.rig.run(['logs', 's1', '-f', '--cwd', FOLDER])).stderr);
    expect(commands).toEqual(["agentflow resume s1 --cwd '<work>/my shop'"]);
    await here.rig.write({ [`${FOLDER}/there`]: '' });
    expect(await here.paste(commands[0] as string)).toBe(0);
  });
});
