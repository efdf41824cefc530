import { describe, expect, test } from 'vitest';
import { stages } from './bench.js';
import { LibraryBench } from './library-bench.js';

const core = new URL('../../packages/core/dist/index.js', import.meta.url).href;
const demo = new URL('../../packages/cli/dist/bundled/demo-plugin.js', import.meta.url).href;

/** A program that runs a workflow with the library, listens to all of it, and prints nothing itself. */
const SILENT_PROGRAM = `
import { builtInNodeTypes, createCheckHost, FileSessionStore, loadWorkflow, Orchestrator, Registry } from '${core}';
import { writeFileSync } from 'node:fs';
import demo from '${demo}';
const source = { plugin: 'x', version: '0.1.0', origin: 'built-in' };
const environment = {
  adapters: new Registry([{ name: 'demo', source, load: async () => demo.adapters.demo }]),
  nodeTypes: new Registry(builtInNodeTypes('0.1.0')),
  host: createCheckHost({ command: ['commands'], script: [] }),
  store: new FileSessionStore({ root: 'sessions' }),
  env: process.env,
};
const { plan, text } = await loadWorkflow('flow.yaml', environment);
const run = await Orchestrator.start(environment, { plan, source: { text, file: null }, cwd: process.cwd() });
const heard = [];
run.onOutput(({ taskId, stream, clean }) => heard.push([taskId, stream, clean]));
const { status } = await run.run();
writeFileSync('heard.json', JSON.stringify({ status, heard }));
`;

describe('Strict Output Isolation', () => {
  test('Silent Execution: WHEN tasks of every kind print THEN it is emitted as events, and nothing appears on stdout or stderr', async () => {
    await using bench = await LibraryBench.create();
    const prompt = 'fake: print loud out; stderr loud err; say loud answer; exit 0';
    const tasks = [
      { id: 'work', adapter: 'demo', executionMode: 'headless', prompt },
      { id: 'talk', adapter: 'demo', prompt },
    ];
    await bench.rig.write({ 'flow.yaml': JSON.stringify(stages(tasks)), 'program.mjs': SILENT_PROGRAM });
    const { code, stdout, stderr } = await bench.rig.spawn(process.execPath, ['program.mjs']).exited;
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
    const { status, heard } = JSON.parse(await bench.read('heard.json')) as { status: string; heard: string[][] };
    const of = (task: string, stream: string) =>
      heard.flatMap(([id, from, text]) => (id === task && from === stream ? [text] : [])).join('');
    expect([status, of('work', 'stdout').split('\n')[0], of('work', 'stderr')]).toEqual([
      'DONE',
      'loud out',
      'loud err\n',
    ]);
    expect(of('talk', 'terminal')).toMatchInlineSnapshot(`
      "Hello, I am the demo agent. I need no account.
      Type a line, or /quit to leave.
      loud out
      loud err
      loud answer
      "
    `);
  });

  test('Silent Execution: WHEN the front matter of a command is odd THEN nothing appears on stdout or stderr', async () => {
    await using bench = await LibraryBench.create();
    const odd = ['model: !unknown tag', '? [a, b]\n: c', 'model: [', '- a', '%TAG ! x\n%NO 1'];
    const files = odd.map((matter, index) => [`commands/c${index}.md`, `---\n${matter}\n---\nfake: say hi\n`]);
    const nodes = odd.map((_, index) => ({ id: `n${index}`, command: `c${index}`, adapter: 'demo' }));
    await bench.rig.write({
      ...Object.fromEntries(files),
      'flow.yaml': JSON.stringify({ name: 'odd', description: 'Odd commands.', nodes }),
      'program.mjs': SILENT_PROGRAM,
    });
    const { code, stdout, stderr } = await bench.rig.spawn(process.execPath, ['program.mjs']).exited;
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(JSON.parse(await bench.read('heard.json'))).toMatchObject({ status: 'DONE' });
  });

  test('Silent Execution: WHEN agentflow runs a task THEN its output is not on stdout but in its log', async () => {
    await using bench = await LibraryBench.create();
    const workflow = stages(
      [{ id: 'work', adapter: 'demo', executionMode: 'headless', prompt: 'fake: print loud' }],
      [{ id: 'last', adapter: 'demo', executionMode: 'headless', prompt: 'fake: print the result' }],
    );
    await bench.rig.write({ 'flow.yaml': JSON.stringify(workflow) });
    const { code, stdout } = await bench.rig.run('run flow.yaml --session-id s1 --progress quiet');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'the result\n' });
    expect(await bench.read('.agentflow/sessions/s1/logs/work.1.log')).toBe('loud\n');
  });

  test('WHEN an output listener throws THEN it hears no more, the others do, and the session goes on', async () => {
    await using bench = await LibraryBench.create();
    const agent = bench.agent('work');
    const { orchestrator } = await bench.start(stages([agent.task]));
    const heard: string[] = [];
    let calls = 0;
    orchestrator.onOutput(() => {
      calls += 1;
      throw new Error('a renderer with a bug');
    });
    orchestrator.onOutput(({ clean }) => heard.push(clean));
    const running = orchestrator.run();
    const working = await agent.nextLaunch();
    await working.print('one');
    await expect.poll(() => heard.join('')).toBe('one\n');
    await working.print('two');
    await working.exit(0);
    expect((await running).status).toBe('DONE');
    expect([calls, heard.join('')]).toEqual([1, 'one\ntwo\n']);
  });

  test('WHEN an event listener throws THEN it hears no more, the others do, and the session goes on', async () => {
    await using bench = await LibraryBench.create();
    const agent = bench.agent('work');
    const listening = await bench.start(stages([agent.task]));
    let calls = 0;
    listening.orchestrator.onEvent(() => {
      calls += 1;
      throw new Error('a renderer with a bug');
    });
    const running = listening.orchestrator.run();
    await (await agent.nextLaunch()).exit(0);
    expect((await running).status).toBe('DONE');
    expect([calls, listening.events.at(-1)?.type]).toEqual([1, 'session.finished']);
  });
});
