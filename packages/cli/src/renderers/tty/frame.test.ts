import { PLAIN, type SessionEvent, type TaskRecord, type TaskStatus, type WorkflowSession } from '@agentflow/core';
import { describe, expect, test } from 'vitest';
import { type FrameOptions, frame } from './frame.js';
import { lookOf, Progress, type StageCounts } from './progress.js';

const NOW = Date.parse('2026-01-01T00:01:05Z');

function sessionOf(stages: readonly (readonly TaskStatus[])[]): WorkflowSession {
  const tasks = stages.flatMap((statuses, stage) =>
    statuses.map((status, index): TaskRecord => {
      const id = `t${stage + 1}-${index + 1}`;
      const facts = { id, name: id, type: 'bash', stage, attempt: 1, exitCode: null, output: null };
      return {
        ...facts,
        status,
        startedAt: '2026-01-01T00:00:00Z',
        finishedAt: status === 'FAILED' ? '2026-01-01T00:00:07Z' : null,
      };
    }),
  );
  return {
    workflow: { name: 'flow' },
    startedAt: '2026-01-01T00:00:00Z',
    stages: stages.map((statuses, stage) => ({
      name: `s${stage + 1}`,
      taskIds: statuses.map((_, index) => `t${stage + 1}-${index + 1}`),
    })),
    tasks: new Map(tasks.map((task) => [task.id, task])),
    usage: { inputTokens: null, outputTokens: null, costUsd: null },
  } as unknown as WorkflowSession;
}

function lines(stages: readonly (readonly TaskStatus[])[], options: Partial<FrameOptions> = {}): string[] {
  return framed(sessionOf(stages), options);
}

function framed(session: WorkflowSession, options: Partial<FrameOptions> = {}): string[] {
  const progress = new Progress();
  progress.take({ type: 'session.started' } as SessionEvent, session);
  const look = (stage: number) => lookOf(progress.stages[stage] as StageCounts);
  const usual = { columns: 60, rows: 12, now: NOW, paint: PLAIN, tick: 0, look, lastLine: () => 'last line' };
  return frame(progress, { ...usual, ...options });
}

const many = (count: number, status: TaskStatus) => Array.from({ length: count }, () => [status]);

describe('a frame', () => {
  test('has the title, each stage and what runs', () => {
    expect(lines([['DONE'], ['RUNNING', 'PENDING'], ['PENDING']])).toEqual([
      'flow  1:05 · 1 of 4 done',
      '✓ s1      1 done',
      '◐ s2      1 running, 1 pending',
      '  ● t2-1  1:05  last line',
      '○ s3      1 pending',
    ]);
  });

  test('has what it cost in the title, and says where that is not all', () => {
    const session = {
      ...sessionOf([['DONE']]),
      usage: { inputTokens: 1200, outputTokens: 34, costUsd: 0.5 },
      unknownUsage: { tokens: 0, cost: 1 },
    };
    expect(framed(session)[0]).toBe('flow  1:05 · 1 of 1 done · 1,234 tokens · ≥ $0.50');
  });

  test('counts on what running agents may still tell, and not on what ended ones did not', () => {
    const unknown = { tokens: true, cost: true };
    const session = sessionOf([['RUNNING', 'RUNNING']]);
    const tasks = [...session.tasks.values()].map((task, index): TaskRecord => {
      const first = { ...task, unknownUsage: unknown };
      return index === 0 ? first : { ...first, earlierUnknownUsage: { tokens: false, cost: true } };
    });
    const counted = {
      ...session,
      tasks: new Map(tasks.map((task) => [task.id, task])),
      usage: { inputTokens: 5, outputTokens: 0, costUsd: 0.5 },
      unknownUsage: { tokens: 2, cost: 2 },
    };
    expect(framed(counted)[0]).toBe('flow  1:05 · 0 of 2 done · 5 tokens · ≥ $0.50');
  });

  test('has the times of tasks below each other, also of one that failed', () => {
    expect(lines([['RUNNING', 'FAILED']])).toEqual([
      'flow  1:05 · 0 of 2 done',
      '✗ s1      1 failed, 1 running',
      '  ✗ t1-2   7 s  failed',
      '  ● t1-1  1:05  last line',
    ]);
  });

  test('says how many more run, below the tasks it has room for', () => {
    expect(lines([Array<TaskStatus>(1000).fill('RUNNING'), ['PENDING']], { columns: 20, rows: 7 })).toEqual([
      'flow  1:05',
      '◐ s1      ●1000',
      '  ● t1-1  last line',
      '  ● t1-2  last line',
      '  ● t1-3  last line',
      '  … 997 more',
      '○ s2      ○1',
    ]);
  });

  test('puts stages without anything to see into one row where they do not fit', () => {
    expect(lines([...many(500, 'DONE'), ['RUNNING'], ...many(499, 'PENDING')])).toEqual([
      'flow  1:05 · 500 of 1,000 done',
      '✓ 500 stages  500 done',
      '◐ s501        1 running',
      '  ● t501-1    1:05  last line',
      '○ 499 stages  499 pending',
    ]);
  });

  const crowded = [...many(20, 'DONE'), ['RUNNING', 'WAITING_FOR_USER', 'RUNNING'], ...many(20, 'PENDING')] as const;

  test('has the chosen task before stages without one, where there is room for few', () => {
    const options = { columns: 20, rows: 7, keys: ['↑↓ choose', 'Enter steps in'], chosen: 't21-2' };
    expect(lines(crowded, { ...options, rows: 7 })).toEqual([
      'flow  1:05',
      '✓ 20 sta…  ✓20',
      '◐ s21      ?1 ●2',
      '❯ ? t21-2  last li…',
      '○ 20 sta…  ○20',
      '↑↓ choose',
      'Enter steps in',
    ]);
    expect(lines(crowded, { ...options, rows: 6 })).toEqual([
      'flow  1:05',
      '✓ 20 sta…  ✓20',
      '◐ s21      ?1 ●2',
      '❯ ? t21-2  last li…',
      '↑↓ choose',
      'Enter steps in',
    ]);
    expect(lines(crowded, { ...options, rows: 2 })).toEqual(['◐ s21      ?1 ●2', '❯ ? t21-2  last li…']);
  });

  test.each([2, 3, 5, 7, 11, 23])('has the chosen task in %i lines, though every stage has one that runs', (rows) => {
    const shown = lines(many(40, 'RUNNING'), { rows, chosen: 't40-1' });
    expect(shown.filter((line) => line.startsWith('❯ ● t40-1'))).toHaveLength(1);
  });

  test('says how many more run where there is a line for it below a task, and nowhere else', () => {
    const stages = [...many(2, 'DONE'), Array<TaskStatus>(9).fill('RUNNING'), ['PENDING']] as const;
    expect(lines(stages, { rows: 4 })).toEqual([
      'flow  1:05 · 2 of 12 done',
      '✓ 2 stages  2 done',
      '◐ s3        9 running',
      '  ● t3-1    1:05  last line',
    ]);
    expect(lines(stages, { rows: 6 })).toEqual([
      'flow  1:05 · 2 of 12 done',
      '✓ 2 stages  2 done',
      '◐ s3        9 running',
      '  ● t3-1    1:05  last line',
      '  … 8 more',
      '○ s4        1 pending',
    ]);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 10, 24])('never has more than its %i lines', (rows) => {
    const stages = [
      ...many(20, 'DONE'),
      Array<TaskStatus>(50).fill('RUNNING'),
      Array<TaskStatus>(9).fill('FAILED'),
      ...many(20, 'WAITING_FOR_USER'),
    ];
    const shown = lines(stages, { rows, keys: ['Enter steps in', 'q stops'], chosen: 't21-1' });
    expect(shown.length).toBeLessThanOrEqual(rows);
  });

  test.each([1, 2, 5, 10, 20, 39, 40, 200])('never has a line of more than %i columns', (columns) => {
    const shown = lines([['DONE'], ['RUNNING', 'FAILED', 'WAITING_FOR_USER'], ['PENDING']], { columns });
    expect(Math.max(...shown.map((line) => [...line].length))).toBeLessThanOrEqual(Math.max(columns, MINIMUM));
  });
});

/** Marks and blanks; a terminal that is narrower breaks the line, which the live area counts. */
const MINIMUM = 9;
