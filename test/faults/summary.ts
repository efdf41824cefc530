import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { FaultRecord, Figures } from './report.js';

/** The rows of QUALITY §2. */
const ROWS = Array.from({ length: 25 }, (_, index) => index + 1);

interface Line {
  readonly row: number;
  readonly fault: string;
  readonly tries: number;
  readonly lost: number;
  readonly figures: Figures;
}

/** Collects what the tests of the fault suite record, and prints it as a table when they are over. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'agentflow-faults-'));
  project.provide('faultRecords', folder);
  return () => {
    const records = readRecords(folder);
    rmSync(folder, { recursive: true });
    if (records.length === 0) return;
    const lines = summarize(records);
    process.stdout.write(`\n${table(lines)}\n${verdict(lines)}\n`);
  };
}

function readRecords(folder: string): FaultRecord[] {
  const text = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  return text
    .join('')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as FaultRecord);
}

function summarize(records: readonly FaultRecord[]): Line[] {
  const lines = new Map<string, Line>();
  for (const { row, fault, lost, figures = {} } of records) {
    const line = lines.get(`${row} ${fault}`) ?? { row, fault, tries: 0, lost: 0, figures: {} };
    lines.set(`${row} ${fault}`, {
      ...line,
      tries: line.tries + (lost === undefined ? 0 : 1),
      lost: line.lost + (lost === true ? 1 : 0),
      figures: highest(line.figures, figures),
    });
  }
  return [...lines.values()].sort((a, b) => a.row - b.row);
}

function highest(some: Figures, others: Figures): Figures {
  const larger = Object.entries(others).map(([unit, value]) => [unit, Math.max(value, some[unit] ?? 0)]);
  return { ...some, ...Object.fromEntries(larger) };
}

/** How many rows held, and which did not or were not tried. */
function verdict(lines: readonly Line[]): string {
  const lost = ROWS.filter((row) => lines.some((line) => line.row === row && line.lost > 0));
  const missing = ROWS.filter((row) => !lines.some((line) => line.row === row && line.tries > 0));
  const sum = (of: 'tries' | 'lost') => lines.reduce((total, line) => total + line[of], 0);
  return [
    `${ROWS.length - lost.length - missing.length} of ${ROWS.length} rows held: ${sum('tries')} tries, ${sum('lost')} lost.\n`,
    ...(lost.length > 0 ? [`Lost: ${lost.join(', ')}.\n`] : []),
    ...(missing.length > 0 ? [`Not tried: ${missing.join(', ')}.\n`] : []),
  ].join('');
}

function table(lines: readonly Line[]): string {
  const heading = ['row', 'fault', 'tries', 'lost', 'result', 'at most'];
  const cells = lines.map(({ row, fault, tries, lost, figures }) => {
    const needed = Object.entries(figures).map(([unit, value]) => `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`);
    return [row, fault, tries, lost, lost > 0 ? 'LOST' : 'held', needed.join(', ')].map(String);
  });
  const widths = heading.map((word, column) =>
    Math.max(word.length, ...cells.map((line) => line[column]?.length ?? 0)),
  );
  return [heading, widths.map((width) => '-'.repeat(width)), ...cells]
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}
