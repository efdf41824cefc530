import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from './import-graph.js';
import { REMOVED_REQUIREMENTS, SPEC_SCENARIOS } from './spec-scenarios.js';

const README = readFileSync(join(ROOT, 'test', 'README.md'), 'utf8');

const proven = rowsOf('Which test proves which scenario') as [string, string, string, string][];
const open = rowsOf('Not yet');
const replaced = rowsOf('Replaced or removed');
const scenarios = Object.values(SPEC_SCENARIOS).flatMap((requirements) =>
  Object.entries(requirements).flatMap(([requirement, names]) => names.map((name) => `${requirement}: ${name}`)),
);

describe('the map of the specification', () => {
  test.each([...new Set(proven.map(([, , file, title]) => `${file} → ${title}`))])(
    'names a test that exists and is run: %s',
    (row) => {
      const [file = '', title = ''] = row.split(' → ');
      const text = readFileSync(join(ROOT, file), 'utf8');
      const [before, ...others] = text.split(new RegExp(`(?<=\\(\\s*)['"\`]${escaped(title)}['"\`],`));
      expect(others).toHaveLength(1);
      expect(before).not.toMatch(/\.(skip|todo|fails|skipIf)\b[^;]*$/);
    },
  );

  test('has every scenario, and none that does not exist', () => {
    const rows = [...proven, ...open, ...replaced];
    const mapped = rows.filter(([, name]) => name !== '–').map(keyOf);
    expect([...new Set(mapped)].sort()).toEqual([...new Set(scenarios)].sort());
    const known = [...Object.values(SPEC_SCENARIOS).flatMap(Object.keys), ...REMOVED_REQUIREMENTS];
    expect(rows.map(([requirement]) => requirement).filter((name) => !known.includes(name ?? ''))).toEqual([]);
  });

  test('has each scenario in one of its tables only', () => {
    const tables = [proven, open, replaced].map((rows) => new Set(rows.map(keyOf)));
    expect(scenarios.filter((name) => tables.filter((table) => table.has(name)).length > 1)).toEqual([]);
  });

  test('says of every removed requirement what is in its place', () => {
    const removed = replaced.filter(([, name]) => name === '–').map(([requirement]) => requirement);
    expect(removed).toEqual(REMOVED_REQUIREMENTS);
  });
});

/** The rows of the first table under a heading, without its head. */
function rowsOf(heading: string): string[][] {
  const section = README.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

function keyOf([requirement, name]: readonly string[]): string {
  return `${requirement}: ${name}`;
}
