import { describe, expect, test } from 'vitest';
import { Bench, nodes, scripted, taskOf } from '../core/bench.js';

const FLOW = nodes(
  { id: 'build', bash: 'echo \'{"ok": false, "count": 3}\'' },
  { id: 'lint', bash: 'echo "two problems"; exit 2' },
  {
    id: 'deploy',
    depends_on: ['build'],
    when: "$build.output.ok == true || $build.output.count > 3 && $ARGUMENTS != ''",
    bash: 'echo deployed',
  },
  { id: 'publish', depends_on: ['deploy', 'build'], bash: 'true' },
  { ...scripted('report', 'say ok'), depends_on: ['lint', 'build'] },
);

describe('a skipped node', () => {
  test('WHEN it is skipped THEN the reason is recorded with rule, dependencies, expression and values', async () => {
    await using bench = await Bench.create();
    const { session } = await bench.finish(FLOW);
    expect(['deploy', 'publish', 'report'].map((id) => taskOf(session, id).skipped)).toEqual([
      {
        kind: 'when',
        expression: "$build.output.ok == true || $build.output.count > 3 && $ARGUMENTS != ''",
        values: { '$build.output.ok': 'false', '$build.output.count': '3' },
      },
      { kind: 'trigger-rule', rule: 'all_success', dependencies: { deploy: 'SKIPPED' } },
      { kind: 'trigger-rule', rule: 'all_success', dependencies: { lint: 'FAILED' } },
    ]);
  });

  test('WHEN neither its trigger_rule nor its condition holds THEN the rule is the reason, since it is judged first', async () => {
    await using bench = await Bench.create();
    const lint = { id: 'lint', bash: 'echo no; exit 2' };
    const { session } = await bench.finish(
      nodes(lint, { id: 'deploy', bash: 'true', depends_on: ['lint'], when: "$lint.output == 'yes'" }),
    );
    expect(taskOf(session, 'deploy').skipped).toEqual({
      kind: 'trigger-rule',
      rule: 'all_success',
      dependencies: { lint: 'FAILED' },
    });
  });

  test('WHEN it is skipped THEN the run shows why', async () => {
    await using bench = await Bench.create();
    const { stderr } = await bench.finish(FLOW);
    const lines = stderr.split('\n').filter((line) => / skipped {2,}/.test(line));
    expect(lines.sort()).toMatchInlineSnapshot(`
      [
        "hh:mm:ss  deploy   skipped    when $build.output.ok == true || $build.output.count > 3 && $ARGUMENTS != '' is false ($build.output.ok is "false", $build.output.count is "3")",
        "hh:mm:ss  publish  skipped    all_success: deploy is SKIPPED",
        "hh:mm:ss  report   skipped    all_success: lint is FAILED",
      ]
    `);
  });

  test('WHEN status --explain is asked THEN it tells the whole reason', async () => {
    await using bench = await Bench.create();
    await bench.finish(FLOW);
    const stories = await Promise.all(
      ['deploy', 'publish', 'report'].map(async (id) => (await bench.rig.run(`status s1 --explain ${id}`)).stdout),
    );
    expect(stories.map(whyIn)).toMatchInlineSnapshot(`
      [
        "  why       Its condition is false: when $build.output.ok == true || $build.output.count > 3 && $ARGUMENTS != ''
                  $build.output.ok = "false"
                  $build.output.count = "3"",
        "  why       Its trigger_rule all_success does not hold:
                  deploy is SKIPPED: when $build.output.ok == true || $build.output.count > 3 && $ARGUMENTS != '' is false ($build.output.ok is "false", $build.output.count is "3")",
        "  why       Its trigger_rule all_success does not hold:
                  lint is FAILED: Exit code 2.",
      ]
    `);
  });

  test('WHEN status --explain is asked about a failed node THEN it tells how it ended', async () => {
    await using bench = await Bench.create();
    await bench.finish(FLOW);
    const { stdout } = await bench.rig.run('status s1 --explain lint');
    expect(whyIn(stdout)).toMatchInlineSnapshot(`
      "  why       Exit code 2.
                  (reason: exit-code)"
    `);
    const { stdout: json } = await bench.rig.run('status s1 --explain lint --json');
    expect(JSON.parse(json).events.map(({ type }: { type: string }) => type)).toEqual([
      'task.started',
      'task.launched',
      'task.finished',
    ]);
  });
});

/** The reason in a story of `status --explain`, without the lines around it. */
function whyIn(story: string): string {
  const lines = story.split('\n');
  const first = lines.findIndex((line) => line.startsWith('  why'));
  const after = lines.findIndex((line, index) => index > first && !line.startsWith('            '));
  return lines.slice(first, after < 0 ? undefined : after).join('\n');
}
