import type { SessionEvent, TaskRecord, TaskStatus, WorkflowSession } from '@agentflow/core';
import { describe, expect, test } from 'vitest';
import { Progress } from './progress.js';
import { StageList } from './stage-list.js';

/** Stages of one task each or more, whose list is drawn nowhere. */
class Rig {
  readonly progress = new Progress();
  readonly drawn: string[] = [];
  readonly list: StageList;
  readonly #session: WorkflowSession;

  constructor(...stages: readonly (readonly TaskStatus[])[]) {
    const tasks = stages.flatMap((statuses, stage) =>
      statuses.map((status, index) => ({ id: `t${stage}-${index}`, stage, status, attempt: 1 }) as TaskRecord),
    );
    this.#session = {
      stages: stages.map((_, stage) => ({ name: `s${stage}` })),
      tasks: new Map(tasks.map((task) => [task.id, task])),
    } as unknown as WorkflowSession;
    this.progress.take({ type: 'session.started' } as SessionEvent, this.#session);
    this.list = new StageList(this.progress, {
      start: () => {
        this.drawn.push('start');
        return () => this.drawn.push('stop');
      },
      last: () => this.drawn.push(this.looks.join(' ')),
    });
  }

  get looks(): TaskStatus[] {
    return this.progress.stages.map((_, stage) => this.list.look(stage));
  }

  /** The task gets these statuses, one after the other. */
  move(id: string, ...statuses: readonly TaskStatus[]): this {
    const tasks = this.#session.tasks as Map<string, TaskRecord>;
    for (const status of statuses) {
      const task = { ...(tasks.get(id) as TaskRecord), status };
      tasks.set(id, task);
      this.progress.take({ type: 'task.started', taskId: id } as SessionEvent, this.#session);
      this.list.follow(task.stage);
    }
    return this;
  }
}

/** listr2 has done what can be done now. */
const listr2 = () => new Promise((resolve) => setImmediate(resolve));

describe('the stages as tasks of listr2', () => {
  test('WHEN a session starts THEN listr2 begins to draw at once, and each stage is in its present state', async () => {
    const rig = new Rig(
      ['PENDING'],
      ['RUNNING'],
      ['WAITING_FOR_USER'],
      ['DONE'],
      ['FAILED'],
      ['SKIPPED'],
      ['CANCELLED'],
    );
    expect(rig.drawn).toEqual(['start']);
    await listr2();
    expect(rig.looks).toEqual(['PENDING', 'RUNNING', 'WAITING_FOR_USER', 'DONE', 'FAILED', 'SKIPPED', 'CANCELLED']);
  });

  test('WHEN tasks go on THEN their stage does, and its end is the end of its task of listr2', async () => {
    const rig = new Rig(['PENDING', 'PENDING'], ['PENDING'], ['PENDING']);
    await listr2();
    expect(rig.move('t0-0', 'RUNNING').looks).toEqual(['RUNNING', 'PENDING', 'PENDING']);
    expect(rig.move('t0-0', 'WAITING_FOR_USER').looks).toEqual(['WAITING_FOR_USER', 'PENDING', 'PENDING']);
    expect(rig.move('t0-0', 'RUNNING', 'DONE').looks).toEqual(['RUNNING', 'PENDING', 'PENDING']);
    rig.move('t0-1', 'RUNNING', 'DONE').move('t1-0', 'RUNNING', 'FAILED').move('t2-0', 'SKIPPED');
    await listr2();
    expect(rig.looks).toEqual(['DONE', 'FAILED', 'SKIPPED']);
  });

  test('WHEN a task failed THEN its stage has failed, before the others of it have ended', async () => {
    const rig = new Rig(['RUNNING', 'RUNNING']);
    await listr2();
    expect(rig.move('t0-0', 'FAILED').looks).toEqual(['FAILED']);
    expect(rig.move('t0-0', 'RUNNING').looks).toEqual(['RUNNING']);
  });

  test('WHEN a stage that is over becomes active again THEN listr2 runs it again', async () => {
    const rig = new Rig(['DONE'], ['RUNNING']);
    await listr2();
    rig.move('t0-0', 'PENDING');
    await listr2();
    expect(rig.looks).toEqual(['PENDING', 'RUNNING']);
    expect(rig.move('t0-0', 'RUNNING').looks).toEqual(['RUNNING', 'RUNNING']);
    rig.move('t0-0', 'FAILED', 'RUNNING');
    await listr2();
    expect(rig.looks).toEqual(['RUNNING', 'RUNNING']);
    rig.move('t0-0', 'DONE');
    await listr2();
    expect(rig.looks).toEqual(['DONE', 'RUNNING']);
  });

  test('WHEN all stages are over THEN the list goes on until the session ends, and draws the last time', async () => {
    const rig = new Rig(['RUNNING']);
    rig.move('t0-0', 'DONE');
    await listr2();
    expect(rig.drawn).toEqual(['start']);
    await rig.list.end();
    expect(rig.drawn).toEqual(['start', 'stop', 'DONE']);
  });

  test('WHEN the session ends before its stages THEN they stay as they are', async () => {
    const rig = new Rig(
      ['RUNNING'],
      ['WAITING_FOR_USER'],
      ['PENDING'],
      ['FAILED', 'PENDING'],
      ['CANCELLED', 'PENDING'],
    );
    await listr2();
    await rig.list.end();
    expect(rig.drawn.at(-1)).toBe('RUNNING WAITING_FOR_USER PENDING FAILED CANCELLED');
  });

  test.each([0, 1, 2000])(
    'WHEN a session of %i stages ends at once THEN its end is drawn all the same',
    async (count) => {
      const rig = new Rig(...Array.from({ length: count }, (): TaskStatus[] => ['RUNNING']));
      for (let stage = 0; stage < count; stage++) rig.move(`t${stage}-0`, 'DONE');
      await rig.list.end();
      expect(rig.drawn).toEqual(['start', 'stop', Array(count).fill('DONE').join(' ')]);
    },
  );

  test('WHEN it runs THEN listr2 has added no listener for a signal or an exit, and has taken no stream', async () => {
    const streams = [process.stdout, process.stderr];
    const listeners = () => process.eventNames().map((name) => [name, process.listenerCount(name)]);
    const before = { listeners: listeners(), writes: streams.map(({ write }) => write) };
    const rig = new Rig(['RUNNING'], ['PENDING']);
    await listr2();
    expect({ listeners: listeners(), writes: streams.map(({ write }) => write) }).toEqual(before);
    await rig.list.end();
    expect({ listeners: listeners(), writes: streams.map(({ write }) => write) }).toEqual(before);
  });
});
