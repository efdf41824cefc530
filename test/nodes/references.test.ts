import { describe, expect, test } from 'vitest';
import { Bench, nodes, taskOf } from '../core/bench.js';
import { CODE_PLACES } from '../rig/hostile-values.js';
import { answer } from './agent-node.js';
import { usesInBash, usesInTexts, wasExecuted } from './injection.js';

describe('references', () => {
  test.each([
    { where: 'bash', uses: usesInBash },
    { where: 'prompts, conditions, questions and reasons', uses: usesInTexts },
  ])(
    'WHEN outputs hold anything at all THEN $where get them byte for byte, and nothing runs them',
    async ({ uses }) => {
      await using bench = await Bench.create();
      expect((await uses(bench)).filter(({ expected, got }) => got !== expected)).toEqual([]);
      expect(wasExecuted(bench)).toBe(false);
    },
  );

  test('WHEN an output stands where a shell would run it THEN the node fails instead', async () => {
    await using bench = await Bench.create();
    const consumers = CODE_PLACES.map((place, index) => ({
      id: `use${index}`,
      depends_on: ['value'],
      bash: place.replaceAll('$V', () => '$value.output'),
    }));
    const { code, session } = await bench.finish(nodes({ id: 'value', bash: "echo '$(touch pwned)'" }, ...consumers));
    const allowed = consumers.filter(({ id }) => taskOf(session, id).failure?.reason !== 'bad-reference');
    expect([code, allowed, wasExecuted(bench)]).toEqual([1, [], false]);
  });

  test('WHEN $ARGUMENTS, $GOAL and $INPUTS hold $$, $&, quotes and newlines THEN they arrive whole, once, everywhere', async () => {
    await using bench = await Bench.create();
    const words = ['$$', '$&', "it's", '"quoted"', 'two\nlines', '$GOAL', '$(touch pwned)', '\\$x'];
    const text = words.join(' ');
    const agent = bench.agent('read', { prompt: '$ARGUMENTS|$GOAL|$INPUTS.note|\\$ARGUMENTS' });
    const stop = {
      id: 'stop',
      depends_on: ['show', 'read'],
      cancel: '[$ARGUMENTS] [$show.output]',
    };
    const show = {
      id: 'show',
      bash: 'printf "%s\\n" $ARGUMENTS "$ARGUMENTS" \'$ARGUMENTS\' "$GOAL" $INPUTS.note "$(printenv ARGUMENTS)"',
    };
    await bench.write({ ...nodes(show, agent.task, stop), inputs: { note: { required: true } } });
    const run = bench.run(['--goal', text, '--input', `note=${text}`, '--', ...words]);
    const reading = await agent.nextLaunch();
    expect(reading.prompt).toBe(`${text}|${text}|${text}|$ARGUMENTS`);
    await answer(reading, 'Read.');
    const { code, session } = await bench.resultOf(run);
    const shown = Array(6).fill(text).join('\n');
    expect([code, await bench.output('show'), session.reason]).toEqual([6, shown, `[${text}] [${shown}]`]);
    await expect(bench.read(bench.rig.path('pwned'))).rejects.toThrow('ENOENT');
  });

  test('WHEN a field is asked of a text, or of a skipped node, THEN the consumer fails naming both', async () => {
    await using bench = await Bench.create();
    const { code, session } = await bench.finish(
      nodes(
        { id: 'plain', bash: 'echo text' },
        { id: 'off', bash: 'true', when: "'a' == 'b'" },
        { id: 'whole', depends_on: ['off'], trigger_rule: 'all_done', bash: 'echo "[$off.output]"' },
        { id: 'field', depends_on: ['plain'], bash: 'echo $plain.output.a' },
        { id: 'skipped', depends_on: ['off'], trigger_rule: 'all_done', bash: 'echo $off.output.a' },
      ),
    );
    expect([code, await bench.output('whole')]).toEqual([1, '[]']);
    expect(['field', 'skipped'].map((id) => taskOf(session, id).failure)).toMatchInlineSnapshot(`
      [
        {
          "message": "$plain.output.a: the output of node "plain" is not JSON, so it has no field "a".",
          "reason": "bad-reference",
        },
        {
          "message": "$off.output.a: node "off" was skipped, so its output has no field "a".",
          "reason": "bad-reference",
        },
      ]
    `);
  });
});
