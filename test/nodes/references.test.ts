import { mkdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { Bench, nodes, taskOf } from '../core/bench.js';
import { answer } from './agent-node.js';

const VALUES = [
  '$(touch pwned)',
  '`touch pwned`',
  '"; touch pwned; "',
  "'; touch pwned; '",
  'two\nlines; touch pwned\n\nand more',
  'a${IFS}b $IFS $v1.output \\$v1.output',
  '-n',
  '--help',
  'EOF\ntouch pwned',
  '  spaces \t tab  ',
  '* ? [a-z] ~ {a,b} !! #x',
  "$$ $& $1 $' $` \\1 \\n \\",
  'grün 😀 \u0001',
  '$(( 1 + 1 )) <(touch pwned) | & > pwned',
];

/** Ways to use a reference in bash; each prints the value, between what is in `around`. */
const CONTEXTS: readonly (readonly [bash: string, around?: readonly [string, string]])[] = [
  ['printf %s $V'],
  ['printf %s "$V"'],
  ["printf %s '$V'"],
  ['printf %s "<$V>"', ['<', '>']],
  ['printf %s a:$V:b', ['a:', ':b']],
  [`printf %s "it's $V"`, ["it's ", '']],
  ['cat <<EOF\n$V\nEOF', ['', '\n']],
  ["cat <<'EOF'\n$V\nEOF", ['', '\n']],
  ['cat <<< $V', ['', '\n']],
  ['x=$V; printf %s "$x"'],
  ['X=$V printenv X', ['', '\n']],
  ['x=$(printf %s $V; printf .); printf %s "${x%.}"'],
  ['f() { printf %s:%s "$#" "$1"; }; f $V', ['1:', '']],
  ['a=(x $V y); printf %s:%s "${#a[@]}" "${a[1]}"', ['3:', '']],
  ['for word in $V; do printf %s "$word"; done'],
  ['if [[ $V == "$V" ]]; then printf %s "$V"; fi'],
];

describe('references', () => {
  test('WHEN outputs hold anything at all THEN bash gets them byte for byte wherever they stand, and never runs them', async () => {
    await using bench = await Bench.create();
    await mkdir(bench.rig.path('out'));
    for (const [index, value] of VALUES.entries()) await bench.rig.write({ [`value${index}`]: `${value}\n` });
    const consumers = VALUES.map((_, value) => ({
      id: `use${value}`,
      depends_on: [`v${value}`],
      bash: CONTEXTS.map(
        ([text], context) => `{\n${text.replaceAll('$V', () => `$v${value}.output`)}\n} > out/${value}-${context}`,
      ).join('\n'),
    }));
    const producers = VALUES.map((_, index) => ({ id: `v${index}`, bash: `cat value${index}` }));
    const { code, stderr } = await bench.finish(nodes(...producers, ...consumers));
    expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
    const wrong: unknown[] = [];
    for (const [value, text] of VALUES.entries()) {
      for (const [context, [bash, [before, after] = ['', '']]] of CONTEXTS.entries()) {
        const got = await readFile(bench.rig.path('out', `${value}-${context}`), 'utf8');
        if (got !== `${before}${text}${after}`) wrong.push({ bash, text, got });
      }
    }
    expect(wrong).toEqual([]);
    await expect(bench.read(bench.rig.path('pwned'))).rejects.toThrow('ENOENT');
  });

  test('WHEN outputs are used in prompts and conditions THEN they are plain text there', async () => {
    await using bench = await Bench.create();
    for (const [index, value] of VALUES.entries()) await bench.rig.write({ [`value${index}`]: `${value}\n` });
    const producers = VALUES.map((_, index) => ({ id: `v${index}`, bash: `cat value${index}` }));
    const when = VALUES.map((_, index) => `$v${index}.output == $INPUTS.i${index}`).join(' && ');
    const prompt = VALUES.map((_, index) => `<$v${index}.output>`).join('|');
    const agent = bench.agent('read', { prompt, when, depends_on: producers.map(({ id }) => id) });
    const inputs = Object.fromEntries(VALUES.map((_, index) => [`i${index}`, { required: true }]));
    await bench.write({ ...nodes(...producers, agent.task), inputs });
    const run = bench.run(VALUES.flatMap((value, index) => ['--input', `i${index}=${value}`]));
    const reading = await agent.nextLaunch();
    expect(reading.prompt).toBe(VALUES.map((value) => `<${value}>`).join('|'));
    await answer(reading, 'Read.');
    expect((await run.exited).code).toBe(0);
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
