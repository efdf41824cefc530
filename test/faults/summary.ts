import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { FaultRecord } from './report.js';

interface Line {
  readonly row: number;
  readonly fault: string;
  readonly tries: number | string;
  readonly lost: number | string;
  readonly result: string;
}

/** Rows of QUALITY §2 that other tests prove. */
const ELSEWHERE: readonly Line[] = [
  { row: 15, fault: 'hostile YAML', tries: '', lost: '', result: 'see test/validate/hostile-yaml.test.ts' },
  { row: 16, fault: 'wrong graphs, types and typos', tries: '', lost: '', result: 'see test/validate' },
];

/** Collects what the tests of the fault suite record, and prints it as a table when they are over. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'agentflow-faults-'));
  project.provide('faultRecords', folder);
  return () => {
    const records = readRecords(folder);
    rmSync(folder, { recursive: true });
    if (records.length > 0) process.stdout.write(`\n${table([...summarize(records), ...ELSEWHERE])}\n`);
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
  const lines = new Map<string, { row: number; fault: string; tries: number; lost: number; result: string }>();
  for (const { row, fault, lost } of records) {
    const line = lines.get(`${row} ${fault}`) ?? { row, fault, tries: 0, lost: 0, result: 'held' };
    line.tries += 1;
    if (lost) {
      line.lost += 1;
      line.result = 'LOST';
    }
    lines.set(`${row} ${fault}`, line);
  }
  return [...lines.values()];
}

function table(lines: readonly Line[]): string {
  const heading = ['row', 'fault', 'tries', 'lost', 'result'];
  const cells = [...lines]
    .sort((a, b) => a.row - b.row)
    .map(({ row, fault, tries, lost, result }) => [row, fault, tries, lost, result].map(String));
  const widths = heading.map((word, column) =>
    Math.max(word.length, ...cells.map((line) => line[column]?.length ?? 0)),
  );
  return [heading, widths.map((width) => '-'.repeat(width)), ...cells]
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}
