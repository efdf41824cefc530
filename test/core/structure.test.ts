import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Orchestrator, SessionManager, WorkflowExecutor } from '@agentflow/core';
import { describe, expect, test } from 'vitest';
import { sourcesOf } from '../import-graph.js';
import { stages, story } from './bench.js';
import { LibraryBench } from './library-bench.js';

const ORCHESTRATOR = fileURLToPath(new URL('../../packages/core/src/orchestrator/', import.meta.url));

describe('Centralized Workflow Management', () => {
  test('Component Separation: WHEN a session runs THEN the facade runs it, the executor decides, and the session manager has its record', async () => {
    await using bench = await LibraryBench.create();
    const agent = bench.agent('work');
    const listening = await bench.start(stages([agent.task]));
    expect(listening.orchestrator).toBeInstanceOf(Orchestrator);
    const running = listening.orchestrator.run();
    // Whoever has the id can look, while the session runs.
    await agent.nextLaunch().then((launch) => launch.print('at work'));
    const { session, pid } = await SessionManager.read(bench.store, 's1');
    expect([session.tasks.get('work')?.status, pid]).toEqual(['RUNNING', process.pid]);
    listening.orchestrator.cancel('seen enough');
    expect(await running).toMatchObject({ status: 'CANCELLED', reason: 'seen enough' });
    expect(story(listening.events)).toEqual(['started work', 'finished work CANCELLED']);
  });

  test('Component Separation: WHEN the sources are read THEN each component is a class of its own, and only the facade knows the others', () => {
    const files = sourcesOf('core').map(({ path, text }) => ({ path: path.replace(/^.*orchestrator\//, ''), text }));
    const place = (name: string) => files.find(({ text }) => text.includes(`export class ${name} `))?.path;
    expect([Orchestrator, WorkflowExecutor, SessionManager].map(({ name }) => [name, place(name)])).toEqual([
      ['Orchestrator', 'orchestrator.ts'],
      ['WorkflowExecutor', 'engine/workflow-executor.ts'],
      ['SessionManager', 'state/session-manager.ts'],
    ]);
    const making = files.filter(({ text }) => /new WorkflowExecutor\(/.test(text)).map(({ path }) => path);
    expect(making.filter((path) => path.startsWith('engine/') || path.startsWith('state/'))).toEqual([]);
  });
});

describe('Modular Orchestrator Structure', () => {
  test('Navigating the Codebase: WHEN a developer opens src/orchestrator THEN there are folders for engine and state, and at the top only the facade and public types', () => {
    const entries = readdirSync(ORCHESTRATOR, { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts')).map(({ name }) => name);
    expect(folders).toEqual(expect.arrayContaining(['engine', 'state']));
    expect(files.sort()).toEqual(['events.ts', 'index.ts', 'orchestrator.ts', 'types.ts']);
  });
});
