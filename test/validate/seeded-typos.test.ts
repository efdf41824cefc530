import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { typos } from './typos.js';

const VALID = `name: release
description: Builds, checks and ships
provider: claude
model: sonnet
interactive: true
tags: [release]
inputs: {ticket: {description: Which ticket, required: true}}
max_parallel: 4
fail_fast: true
nodes:
  - id: planning
    prompt: Plan $INPUTS.ticket
    permissions: read-only
    output_format: {type: object, properties: {verdict: {type: string}}}
  - id: building
    bash: make "$planning.output.verdict"
    depends_on: [planning]
    timeout: 30000
    retry: {max_attempts: 3, delay_ms: 100, on_error: transient}
  - id: checking
    loop: {prompt: Check it, until: COMPLETE, max_iterations: 5, fresh_context: true}
    depends_on: [planning, building]
    trigger_rule: all_done
    when: $building.exit_code == 0 && $planning.output.verdict != 'stop'
  - id: shipping
    approval: {message: Ship it?, capture_response: true, on_reject: {prompt: Fix it, max_attempts: 2}}
    depends_on: [checking]
    executionMode: headless
    output_type: json
    always_run: true
`;

const HUNDRED = typos(VALID, { count: 100, seed: 20_240_615 });

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

interface Found {
  readonly hint?: string;
  readonly line: number;
  readonly column: number;
}

interface FileReport {
  readonly diagnostics: readonly Found[];
}

test('WHEN the same seed is used again THEN the mistakes are the same, so that a failure can be repeated', () => {
  expect(typos(VALID, { count: 100, seed: 20_240_615 })).toEqual(HUNDRED);
  expect(HUNDRED.slice(0, 3).map(({ line, right, wrong }) => `${line}: ${right} → ${wrong}`)).toMatchInlineSnapshot(`
    [
      "13: permissions → permisszons",
      "19: on_error → on_errro",
      "15: id → zd",
    ]
  `);
});
