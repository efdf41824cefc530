import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { processesWith } from '../faults/marked-processes.js';
import { InteractiveBench } from './interactive-bench.js';
import { PINNED_AGENTS } from './pinned-agents.js';

const QUIT = { claude: '/exit', gemini: '/quit' } as const;

describe.each(['claude', 'gemini'] as const)('the real %s in a terminal', (name) => {
  test('WHEN it has a prompt THEN it answers and waits; WHEN the person quits THEN the task is done', async () => {
    const prompt = 'DELAY:3000 SAY:hello from the model';
    await using bench = await InteractiveBench.start(name, { fields: { prompt } });
    await bench.model.asked();
    await bench.shows({ claude: 'esc to interrupt', gemini: 'esc to cancel' }[name]);
    await bench.keepScreen('busy');
    await bench.shows('hello from the model');
    await bench.shows({ claude: '? for shortcuts', gemini: 'Type your message' }[name]);
    await bench.rests();
    await bench.keepScreen('idle');
    const asked = bench.model.requests.map(({ text }) => text);
    expect(asked.filter((text) => text === prompt)).toEqual([prompt]);
    expect(bench.status).toBe('RUNNING');
    await bench.enter(QUIT[name]);
    const { status, tasks } = await bench.ended;
    expect([status, tasks.get('ask')?.status, tasks.get('ask')?.exitCode]).toEqual(['DONE', 'DONE', 0]);
  });

  test('WHEN the prompt begins with a dash THEN it arrives unaltered', async () => {
    await using bench = await InteractiveBench.start(name, { fields: { prompt: '--help me' } });
    await bench.shows('PONG --help me');
    expect(bench.model.requests.map(({ text }) => text)).toContain('--help me');
  });

  test('WHEN it has no prompt THEN it takes what the person types', async () => {
    await using bench = await InteractiveBench.start(name, { fields: {} });
    await bench.shows({ claude: '? for shortcuts', gemini: 'Type your message' }[name]);
    await bench.rests();
    await bench.enter('Say hello.');
    await bench.shows('PONG Say hello.');
    await bench.rests();
    await bench.enter(QUIT[name]);
    expect((await bench.ended).status).toBe('DONE');
  });

  test('WHEN a tool wants to be allowed THEN the task waits with the question; WHEN it is answered THEN the tool works', async () => {
    await using bench = await InteractiveBench.start(name, {
      fields: { prompt: "TOOL:python3 -c \"open('made', 'w')\"" },
    });
    expect(await bench.heard('task.waiting')).toMatchObject({
      kind: 'terminal',
      question: { claude: 'Do you want to proceed?', gemini: 'Allow execution of [Shell]?' }[name],
    });
    expect([bench.status, existsSync(bench.library.rig.path('made'))]).toEqual(['WAITING_FOR_USER', false]);
    await bench.keepScreen('tool-question');
    bench.type('\r');
    await bench.shows('PONG tool said');
    expect([bench.status, existsSync(bench.library.rig.path('made'))]).toEqual(['RUNNING', true]);
  });

  test('WHEN the agent asks the person THEN the task waits with its question', async () => {
    const tool = { claude: 'AskUserQuestion', gemini: 'ask_user' }[name];
    const options = ['Postgres', 'SQLite'].map((label) => ({ label, description: `Use ${label}.` }));
    const asked = { question: 'Which database is it?', header: 'Database', options };
    const kind = { claude: { multiSelect: false }, gemini: { type: 'choice' } }[name];
    const prompt = `USE:${tool} ${JSON.stringify({ questions: [{ ...asked, ...kind }] })}`;
    await using bench = await InteractiveBench.start(name, { fields: { prompt } });
    expect(await bench.heard('task.waiting')).toMatchObject({ question: 'Which database is it?' });
    await bench.keepScreen('choice-of-the-agent');
    bench.type('\r');
    await bench.shows('PONG tool said');
    expect(bench.status).toBe('RUNNING');
  });

  test('WHEN its own words look like a dialog THEN the task does not wait', async () => {
    const words = `The script asks:\\nDo you want to proceed?\\n${{ claude: '❯', gemini: '●' }[name]} 1. Yes\\n  2. No\\n\\nEsc to cancel`;
    await using bench = await InteractiveBench.start(name, { fields: { prompt: `SAY:${words}` } });
    await bench.shows(/● The script asks:|✦ The script asks:/);
    await bench.shows({ claude: '? for shortcuts', gemini: 'Type your message' }[name]);
    await bench.rests();
    await bench.keepScreen('words-like-a-dialog');
    await bench.enter(QUIT[name]);
    await bench.ended;
    expect(bench.events.filter(({ type }) => type === 'task.waiting')).toEqual([]);
  });

  test('WHEN the folder is not trusted THEN the task waits with that question', async () => {
    await using bench = await InteractiveBench.start(name, { trusted: false, fields: { prompt: 'Say hello.' } });
    expect(await bench.heard('task.waiting')).toMatchObject({
      question: {
        claude: 'Quick safety check: Is this a project you created or one you trust?',
        gemini: 'Do you trust the files in this folder?',
      }[name],
    });
    await bench.keepScreen('trust-question');
    bench.type('\r');
    await bench.shows('PONG Say hello.');
    await bench.rests();
    const asked = bench.events.filter(({ type }) => type === 'task.waiting');
    expect([bench.status, asked.length]).toEqual(['RUNNING', 1]);
  });

  test('WHEN a later task resumes it THEN that continues its conversation', async () => {
    const prompt = 'TURNS:first|second';
    const next = { prompt, executionMode: 'headless', context: { resume: 'ask' } };
    await using bench = await InteractiveBench.start(name, { fields: { prompt }, next });
    await bench.shows(/[●✦] first/);
    await bench.rests();
    await bench.enter(QUIT[name]);
    const { status, tasks } = await bench.ended;
    const [conversation, continued] = [tasks.get('ask')?.conversation, tasks.get('next')?.conversation];
    expect([status, bench.model.requests.at(-1)?.userTurns.filter((turn) => turn === prompt)]).toEqual([
      'DONE',
      [prompt, prompt],
    ]);
    expect(conversation).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      adapter: name,
      cwd: bench.library.rig.path(),
      version: PINNED_AGENTS.find((agent) => agent.name === name)?.version,
    });
    expect(continued).toEqual(conversation);
  });

  test('WHEN the session is cancelled THEN nothing of it is left', async () => {
    const prompt = `Say ${crypto.randomUUID()}.`;
    const bench = await InteractiveBench.start(name, { fields: { prompt } });
    await bench.model.asked();
    await bench[Symbol.asyncDispose]();
    expect(processesWith(prompt)).toEqual([]);
  });
});

test('WHEN gemini asks the person for words THEN the task waits with its question', async () => {
  const questions = [{ question: 'What is its name?', header: 'Name', type: 'text', placeholder: 'a name' }];
  await using bench = await InteractiveBench.start('gemini', {
    fields: { prompt: `USE:ask_user ${JSON.stringify({ questions })}` },
  });
  expect(await bench.heard('task.waiting')).toMatchObject({ question: 'What is its name?' });
  await bench.keepScreen('words-for-the-agent');
  await bench.enter('agent smith');
  await bench.shows('PONG tool said');
  expect(bench.status).toBe('RUNNING');
});

test('WHEN gemini does not know how to log in THEN the task waits with that question', async () => {
  await using bench = await InteractiveBench.start('gemini', { loggedIn: false, fields: { prompt: 'Say hello.' } });
  expect(await bench.heard('task.waiting')).toMatchObject({
    question: 'How would you like to authenticate for this project?',
  });
  await bench.keepScreen('login-question');
});
