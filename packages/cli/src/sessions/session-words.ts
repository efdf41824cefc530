import type { Paint, SessionStatus, SessionSummary, TaskStatus } from '@agentflow/core';
import { duration } from '../renderers/words.js';

export type HealthySession = Extract<SessionSummary, { damaged: null }>;
export type ListedStatus = SessionStatus | 'DAMAGED';
/** A task of a session whose process is gone did not end; it was cut off. */
export type ShownStatus = TaskStatus | 'INTERRUPTED';

interface Look {
  readonly mark: string;
  readonly word: string;
  readonly style: keyof Paint;
}

export const SESSION_LOOKS: Readonly<Record<ListedStatus, Look>> = {
  RUNNING: { mark: '●', word: 'RUNNING', style: 'place' },
  PAUSED: { mark: '?', word: 'PAUSED', style: 'warning' },
  INTERRUPTED: { mark: '!', word: 'INTERRUPTED', style: 'warning' },
  DONE: { mark: '✓', word: 'DONE', style: 'good' },
  FAILED: { mark: '✗', word: 'FAILED', style: 'error' },
  CANCELLED: { mark: '⊘', word: 'CANCELLED', style: 'warning' },
  DAMAGED: { mark: '!', word: 'DAMAGED', style: 'error' },
};

export const TASK_LOOKS: Readonly<Record<ShownStatus, Look>> = {
  PENDING: { mark: '○', word: 'pending', style: 'dim' },
  RUNNING: { mark: '●', word: 'running', style: 'place' },
  WAITING_FOR_USER: { mark: '?', word: 'waiting', style: 'warning' },
  DONE: { mark: '✓', word: 'done', style: 'good' },
  FAILED: { mark: '✗', word: 'failed', style: 'error' },
  SKIPPED: { mark: '–', word: 'skipped', style: 'dim' },
  CANCELLED: { mark: '⊘', word: 'cancelled', style: 'warning' },
  INTERRUPTED: { mark: '!', word: 'cut off', style: 'warning' },
};

/** 40 s, 3 min, 2 h, 12 d. */
export function age(since: string, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

/** How long a session took; null when its process went away, nobody knows when. */
export function took(
  { startedAt, finishedAt, pid }: Pick<HealthySession, 'startedAt' | 'finishedAt' | 'pid'>,
  now: Date,
): string | null {
  const end = pid === null ? finishedAt : now.toISOString();
  return end === null ? null : duration(Date.parse(end) - Date.parse(startedAt));
}

/** 812 B, 1.2 KB, 34.0 MB. */
export function byteSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let [size, unit] = [bytes, 0];
  while (size >= 999.95 && unit < units.length - 1) [size, unit] = [size / 1000, unit + 1];
  return unit === 0 ? `${bytes} B` : `${size.toFixed(1)} ${units[unit]}`;
}

/** Date and time as a person's clock shows them. */
export function localTime(ts: string): string {
  const date = new Date(ts);
  const pad = (number: number) => String(number).padStart(2, '0');
  const day = [date.getFullYear(), pad(date.getMonth() + 1), pad(date.getDate())].join('-');
  return `${day} ${date.toTimeString().slice(0, 8)}`;
}
