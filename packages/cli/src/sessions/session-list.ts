import type { Paint, SessionSummary } from '@agentflow/core';
import { shorten, usageWords } from '../renderers/words.js';
import { age, type HealthySession, SESSION_LOOKS, took } from './session-words.js';
import { statusOf } from './status-filter.js';
import { paragraph, plainText, wrap } from './text-layout.js';

interface Layout {
  readonly now: Date;
  readonly width: number;
  readonly paint: Paint;
}

const HEAD = ['ID', 'WORKFLOW', 'STATUS', 'TASKS', 'AGE', 'TOOK', 'COST'];
const WORKFLOW = 1;
const STATUS = 2;
const SHORTEST_NAME = 10;
const GAP = 2;

/** Sessions as a table; where that is too wide, as a few short lines each. */
export function listSessions(sessions: readonly SessionSummary[], layout: Layout): string {
  const rows = sessions.map((session) => cells(session, layout.now));
  const widths = HEAD.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const tooMuch = widths.reduce((sum, width) => sum + width + GAP, -GAP) - layout.width;
  const nameWidth = widths[WORKFLOW] ?? 0;
  if (tooMuch > 0) widths[WORKFLOW] = nameWidth - tooMuch;
  if (tooMuch > Math.max(0, nameWidth - SHORTEST_NAME)) return asCards(sessions, layout);
  const lines = sessions.flatMap((session, index) => [
    rowLine(rows[index] ?? [], widths, layout.paint[SESSION_LOOKS[statusOf(session)].style]),
    ...damage(session, layout),
  ]);
  return [rowLine(HEAD, widths, layout.paint.dim), ...lines].join('\n');
}

function cells(session: SessionSummary, now: Date): string[] {
  const status = SESSION_LOOKS[statusOf(session)].word;
  const since = age(session.startedAt, now);
  if (session.damaged !== null) return [session.id, '–', status, '–', since, '–', '–'];
  const { tasks } = session;
  const cost = costWords(session) || '–';
  return [session.id, nameOf(session), status, `${tasks.over}/${tasks.total}`, since, took(session, now) ?? '–', cost];
}

function rowLine(row: readonly string[], widths: readonly number[], paintStatus: (text: string) => string): string {
  const parts = row.map((cell, column) => {
    const width = widths[column] ?? 0;
    const padded = (column === WORKFLOW ? shorten(cell, width) : cell).padEnd(width);
    return column === STATUS || row === HEAD ? paintStatus(padded) : padded;
  });
  return parts.join(' '.repeat(GAP)).trimEnd();
}

function asCards(sessions: readonly SessionSummary[], layout: Layout): string {
  return sessions.map((session) => card(session, layout).join('\n')).join('\n');
}

function card(session: SessionSummary, layout: Layout): string[] {
  const { now, width, paint } = layout;
  const { mark, word, style } = SESSION_LOOKS[statusOf(session)];
  const since = `${age(session.startedAt, now)} ago`;
  const facts =
    session.damaged === null
      ? [nameOf(session), `${session.tasks.over}/${session.tasks.total} tasks`, since, costWords(session)]
      : [since];
  return [
    session.id,
    `  ${paint[style](`${mark} ${word}`)}`,
    ...wrap(`  ${facts.filter(Boolean).join(' · ')}`, width, 2),
    ...damage(session, layout),
  ];
}

function damage({ damaged }: SessionSummary, { width, paint }: Layout): string[] {
  return damaged === null ? [] : paragraph(plainText(damaged), width, 2).map((line) => paint.dim(line));
}

function nameOf({ workflow }: HealthySession): string {
  return shorten(plainText(workflow), 40) || '–';
}

function costWords({ costUsd, unknownCosts }: HealthySession): string {
  return usageWords({ inputTokens: null, outputTokens: null, costUsd }, { tokens: 0, cost: unknownCosts });
}
