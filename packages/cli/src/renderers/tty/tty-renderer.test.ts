import { PLAIN, type SessionEvent, type TaskRecord, type WorkflowSession } from '@agentflow/core';
import { describe, expect, test } from 'vitest';
import { TtyRenderer } from './tty-renderer.js';

const TASKS = 2000;

/** A session of two stages on a terminal, whose clock is moved by hand. */
class Rig {
  readonly written: string[] = [];
  readonly renderer: TtyRenderer;
  tick: (() => void) | undefined;
  readonly #tasks = new Map<string, TaskRecord>();
  readonly #session: WorkflowSession;

  constructor() {
    this.renderer = new TtyRenderer({
      display: { columns: 80, rows: 24, write: (text) => void this.written.push(text) },
      paint: PLAIN,
      clock: (tick) => {
        this.tick = tick;
        return () => {
          this.tick = undefined;
        };
      },
    });
    for (let index = 0; index < TASKS; index++) {
      const id = `t${index}`;
      this.#tasks.set(id, { id, stage: index % 2, status: 'PENDING', attempt: 0 } as TaskRecord);
    }
    this.#session = {
      workflow: { name: 'flow' },
      startedAt: '2026-01-01T00:00:00Z',
      stages: [{ name: 'even' }, { name: 'odd' }],
      tasks: this.#tasks,
      usage: { inputTokens: null, outputTokens: null, costUsd: null },
    } as unknown as WorkflowSession;
    this.renderer.begin({ logFile: () => '/nowhere' });
    this.renderer.onEvent({ type: 'session.started' } as SessionEvent, this.#session);
  }

  /** All tasks go on, with two events each. */
  runAll(): void {
    for (const [id, task] of this.#tasks) {
      for (const status of ['RUNNING', 'DONE'] as const) {
        this.#tasks.set(id, { ...task, status });
        this.renderer.onEvent({ type: 'task.started', taskId: id } as SessionEvent, this.#session);
      }
    }
  }

  /** What stands on the screen after the last drawing. */
  get shown(): string[] {
    const lines = (this.written.findLast((text) => text.includes('even')) ?? '').split('\r\n');
    return lines.map((line) => line.replace(/\x1b\[[?\d]*[A-Za-z]/g, '').replace('\r', ''));
  }
}

describe('the progress view', () => {
  test('WHEN thousands of events come between two ticks THEN a tick draws once', () => {
    const rig = new Rig();
    rig.runAll();
    expect(rig.written).toEqual([]);
    rig.tick?.();
    expect(rig.written).toHaveLength(1);
  });

  test('WHEN nothing has changed THEN a tick writes nothing', async () => {
    const rig = new Rig();
    await new Promise((resolve) => setImmediate(resolve));
    rig.tick?.();
    rig.tick?.();
    expect(rig.written).toHaveLength(1);
  });

  test('WHEN a session ends before the first tick THEN its end is drawn, and nothing after it', async () => {
    const rig = new Rig();
    rig.runAll();
    await rig.renderer.close();
    expect(rig.tick).toBe(undefined);
    expect(rig.shown).toEqual(['✓ even  1,000 done', '✓ odd   1,000 done', '']);
    const { length } = rig.written;
    rig.renderer.print('The closing words.');
    expect(rig.written.slice(length)).toEqual(['The closing words.\n']);
  });

  test("WHEN the terminal is somebody else's THEN nothing is drawn until it is back, and then at once", () => {
    const rig = new Rig();
    rig.renderer.suspend();
    rig.runAll();
    rig.tick?.();
    expect(rig.written).toEqual([]);
    rig.renderer.resume();
    expect(rig.written).toHaveLength(1);
  });

  test("WHEN a session ends while the terminal is somebody else's THEN its end is drawn", async () => {
    const rig = new Rig();
    rig.renderer.suspend();
    rig.runAll();
    await rig.renderer.close();
    expect(rig.shown).toEqual(['✓ even  1,000 done', '✓ odd   1,000 done', '']);
  });
});
