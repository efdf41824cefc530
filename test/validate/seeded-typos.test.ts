import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { type FileReport, type Found, hundredTypos, VALID } from './typos.js';

const HUNDRED = hundredTypos();

test('WHEN a valid workflow gets one of a hundred seeded typing mistakes THEN it is refused or warned about, with place and hint', async () => {
  await using rig = await TestRig.create();
  const files = HUNDRED.map(({ text }, index) => [`typo-${index}.yaml`, text] as const);
  await rig.write({ 'valid.yaml': VALID, ...Object.fromEntries(files) });
  expect((await rig.run('validate --strict valid.yaml')).stdout).toBe('✓ valid.yaml is valid (4 nodes)\n');
  const { code, stdout, stderr } = await rig.run(['validate', '--json', ...files.map(([name]) => name)]);
  expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
  const reports = (JSON.parse(stdout) as { files: FileReport[] }).files;
  const unnoticed = reports.flatMap(({ diagnostics }, index) => (diagnostics.length === 0 ? [HUNDRED[index]] : []));
  expect(unnoticed).toEqual([]);
  const all = reports.flatMap(({ diagnostics }) => diagnostics);
  expect(all.filter(({ hint, line, column }) => !hint || !(line >= 1) || !(column >= 1))).toEqual([]);
  const misleading = HUNDRED.flatMap((typo, index) => {
    const leadsThere = ({ line, hint }: Found) => line === typo.line || hint?.includes(`"${typo.wrong}"`);
    return reports[index]?.diagnostics.some(leadsThere) ? [] : [{ ...typo, report: reports[index] }];
  });
  expect(misleading).toEqual([]);
});

test('WHEN the same seed is used again THEN the mistakes are the same, so that a failure can be repeated', () => {
  expect(hundredTypos()).toEqual(HUNDRED);
  expect(HUNDRED.slice(0, 3).map(({ line, right, wrong }) => `${line}: ${right} → ${wrong}`)).toMatchInlineSnapshot(`
    [
      "13: permissions → permisszons",
      "19: on_error → on_errro",
      "15: id → zd",
    ]
  `);
});
