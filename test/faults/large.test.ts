import { createHash } from 'node:crypto';
import { fake, fakePrompt } from '@agentflow/plugin-sdk/testing';
import { expect, test } from 'vitest';
import { FakeAgents } from '../rig/fake-agent.js';
import { TestRig } from '../rig/test-rig.js';
import { Fault } from './report.js';
import { SessionFiles } from './session-files.js';
import { chain, workflow } from './workflows.js';

test('row 18: WHEN an output of 5 MB is used downstream THEN it arrives whole', async () => {
  await using rig = await TestRig.create();
  const print = 'seq 1 1000000 | head -c 5242879';
  const nodes = [
    { id: 'big', bash: print },
    { id: 'bare', bash: 'printf %s $big.output | sha256sum', depends_on: ['big'] },
    { id: 'quoted', bash: 'printf %s "$big.output" | sha256sum', depends_on: ['big'] },
    { id: 'document', bash: 'head -c -1 <<END | sha256sum\n$big.output\nEND', depends_on: ['big'] },
    {
      id: 'script',
      runtime: 'node',
      script:
        'import { createHash } from "node:crypto";\nconsole.log(createHash("sha256").update($big.output).digest("hex"));',
      depends_on: ['big'],
    },
    {
      id: 'all',
      bash: 'echo $bare.output; echo $quoted.output; echo $document.output; echo $script.output',
      depends_on: ['bare', 'quoted', 'document', 'script'],
    },
  ];
  await rig.write({ 'flow.yaml': workflow(nodes) });
  await new Fault(18, 'output of 5 MB used downstream').try(async () => {
    const { code, stdout, stderr } = await rig.run('run flow.yaml --session-id one');
    const sums = stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split(' ')[0]);
    const whole = await rig.spawn('bash', ['-c', `${print} | sha256sum`]).exited;
    const expected = whole.stdout.split(' ')[0];
    expect({ code, sums, stderr: code === 0 ? '' : stderr }).toEqual({
      code: 0,
      sums: [expected, expected, expected, expected],
      stderr: '',
    });
  });
});

test('row 18: WHEN a prompt has 200 KB THEN the agent can read all of it', async () => {
  await using rig = await TestRig.create();
  await using agents = await FakeAgents.listen(rig.path('agents'));
  const agent = agents.agent('reader');
  const text = 'Ein längerer Satz 🙂. '.repeat(9000).slice(0, 200_000);
  await rig.write({ 'flow.yaml': workflow(chain([{ ...agent.task, prompt: text }])) });
  await new Fault(18, 'prompt of 200 KB').try(async () => {
    const run = rig.agentflow('run flow.yaml --session-id one');
    const launch = await agent.nextLaunch();
    const file = /^Your task is in the file (\S+)\. Read the whole file/.exec(launch.prompt ?? '')?.[1];
    expect(file).toBe(new SessionFiles(rig, 'one').path('prompts', 'reader.1.md'));
    const read = await rig.spawn('sha256sum', [file ?? '']).exited;
    expect(read.stdout.split(' ')[0]).toBe(createHash('sha256').update(text).digest('hex'));
    await launch.run(fake.say('read'));
    await launch.exit(0);
    expect(await run.exited).toMatchObject({ code: 0, stdout: 'read\n' });
  });
});

test('row 18: WHEN a prompt takes in an output of 200 KB THEN the agent gets all of it', async () => {
  await using rig = await TestRig.create();
  const nodes = chain([
    { id: 'big', bash: `seq 1 40000 | head -c 204799` },
    { id: 'agent', adapter: 'demo', prompt: `${fakePrompt([fake.say('read')])}\n$big.output` },
  ]);
  await rig.write({ 'flow.yaml': workflow(nodes) });
  await new Fault(18, 'prompt with an output of 200 KB').try(async () => {
    const { code } = await rig.run('run flow.yaml --session-id one');
    expect(code).toBe(0);
    const printed = await rig.spawn('bash', ['-c', 'seq 1 40000 | head -c 204799']).exited;
    const prompt = new SessionFiles(rig, 'one').path('prompts', 'agent.1.md');
    const kept = await rig.spawn('cat', [prompt]).exited;
    expect(kept.stdout.endsWith(`\n${printed.stdout}`)).toBe(true);
  });
});

test('row 18: WHEN an output is longer than any text can be THEN a node that puts it into one fails and says so, and others run', async () => {
  await using rig = await TestRig.create();
  const outputs = '.agentflow/sessions/one/outputs';
  const nodes = [
    { id: 'big', bash: 'echo x' },
    // Stands for having printed it: without blocks on the disk it takes no time.
    { id: 'grow', bash: `truncate -s 3G ${outputs}/big.1`, depends_on: ['big'] },
    { id: 'in-bash', bash: 'echo $big.output', depends_on: ['grow'] },
    { id: 'in-prompt', adapter: 'demo', prompt: '$big.output', depends_on: ['grow'] },
    { id: 'in-when', when: "$big.output == 'x'", bash: 'true', depends_on: ['grow'] },
    { id: 'other', bash: 'echo fine', depends_on: ['grow'] },
  ];
  await rig.write({ 'flow.yaml': workflow(nodes) });
  await new Fault(18, 'output longer than any text').try(async () => {
    const run = await rig.run('run flow.yaml --session-id one');
    expect(run).toMatchObject({ code: 1, stdout: '' });
    const session = JSON.parse((await rig.run('status one --json')).stdout);
    const problem =
      'The output of node "big" is too long to be put into a text: no text can have more than 512 MB; ' +
      'let it write a file in $ARTIFACTS_DIR instead.';
    const failure = (message: string) => ({ reason: 'bad-reference', message });
    const tasks: { id: string; status: string; failure?: object }[] = session.tasks;
    expect(tasks.map(({ id, status, failure }) => [id, status, failure ?? null])).toEqual([
      ['big', 'DONE', null],
      ['grow', 'DONE', null],
      ['in-bash', 'FAILED', failure(problem)],
      ['in-prompt', 'FAILED', failure(problem)],
      ['in-when', 'FAILED', failure(`when: ${problem}`)],
      ['other', 'DONE', null],
    ]);
  });
});
