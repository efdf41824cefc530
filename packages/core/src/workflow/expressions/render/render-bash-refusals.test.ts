import { describe, expect, test } from 'vitest';
import { bashPrelude } from './bash-prelude.js';
import { renderBash } from './render-bash.js';

const render = (text: string, value: string) =>
  renderBash(text, {
    output: (id) => (id === 'v' ? value : undefined),
    status: () => 'DONE',
    exitCode: () => 0,
    variable: () => value,
    input: () => value,
  });

const CALCULATES = [
  'echo $(( $v.output + 1 ))',
  'echo "$(( 1 + "$v.output" ))"',
  'echo $[ $v.output ]',
  '(( x = $v.output ))',
  'for (( i = 0; i < $v.output; i++ )); do :; done',
  'let x=$v.output',
  'let "x = $v.output"',
  '[[ $v.output -eq 1 ]]',
  '[[ 1 -lt "$v.output" && -n x ]]',
  'if [[ ! ( a == a && 3 -ge $v.output ) ]]; then :; fi',
  'a[$v.output]=1',
  'a[1 + $v.output]+=1',
  "a['$v.output']=1",
  'a=([$v.output]=1)',
  'declare a[$v.output]=1',
  'echo ${a[$v.output]}',
  'echo "${a[$v.output]}"',
  'echo ${#a[$v.output]}',
  'echo ${x:$v.output}',
  'echo "${x:1:$v.output}"',
  'echo "${@: $v.output}"',
  'echo $(( ${x:-$v.output} ))',
  'echo $(( x[$v.output] ))',
  'cat <<EOF\n$(( $v.output ))\nEOF',
  'echo `echo $(( $v.output ))`',
  'echo "$(echo $(( $v.output )))"',
  'declare -i n=$v.output',
  'local -ir n="$v.output"',
  'declare -i n\nn=$v.output',
  'typeset -xi n m; m+=$v.output',
  'OPTIND=$v.output',
  'RANDOM=$v.output command',
  'unset "a[$v.output]"',
  'printf -v "a[$v.output]" x',
  'case x in a) let $v.output ;; esac',
  'f() { (( $v.output )); }',
  '$(let $v.output)',
];

const TAKES_NAME = [
  'read -r $v.output',
  'read -p "> " -a $v.output',
  'printf -v $v.output x',
  'unset $v.output',
  '[[ -v $v.output ]]',
  '[ -v "$v.output" ]',
  'test -v $v.output',
  'declare $v.output=1',
  'local "$v.output"',
  'declare -n r=$v.output',
  'declare -n r; r=$v.output',
  'mapfile -t $v.output',
  'getopts ab $v.output',
  'wait -p $v.output',
];

const RUNS = [
  'eval echo $v.output',
  "eval 'x=$v.output'",
  'command eval "$v.output"',
  'X=1 builtin eval $v.output',
  'trap "echo $v.output" EXIT',
  "bash -c 'echo $v.output'",
  'sudo -u x bash -euo pipefail -c "echo $v.output"',
  'find . -exec sh -c "echo $v.output" \\;',
  'echo x >&$v.output',
  'echo x >& "$v.output"',
  'PS4=$v.output',
  'export BASH_ENV="$v.output"',
  'compgen -W $v.output',
];

describe('where bash calculates', () => {
  test.each(CALCULATES)('only a whole number is let through: %s', (text) => {
    for (const value of ['a[$(touch X)]', '', 'x', '010', '0x1f', '1+1', '1e3', '9'.repeat(19), '1\n2']) {
      const message = `$v.output stands where bash calculates, so it must be a whole number, but it is ${JSON.stringify(value)}.`;
      expect(render(text, value)).toEqual({ ok: false, message });
    }
    for (const value of ['0', '42', '-7', '+7', ' 12\n']) expect(render(text, value)).toMatchObject({ ok: true });
  });

  test('a number is trimmed, and a signed one does not join with a sign before it', () => {
    expect(render('echo $((x-$v.output)) $(($v.output))', ' -7\n')).toEqual({
      ok: true,
      text: 'echo $((x-${__af1})) $((${__af2}))',
      variables: [
        { name: '__af1', value: '(-7)' },
        { name: '__af2', value: '-7' },
      ],
    });
  });
});

test.each(TAKES_NAME)('where bash takes the name of a variable only a name is let through: %s', (text) => {
  const message = '$v.output stands where bash takes the name of a variable, but it is "a[$(touch X)]".';
  expect(render(text, 'a[$(touch X)]')).toEqual({ ok: false, message });
  expect(render(text, 'name_1')).toMatchObject({ ok: true });
});

test.each(RUNS)('where bash runs text as code only a plain word is let through: %s', (text) => {
  const message =
    '$v.output stands where bash would run it as code, but it is "a; $(touch X)". Put it into a variable or an argument, and use that.';
  expect(render(text, 'a; $(touch X)')).toEqual({ ok: false, message });
  expect(render(text, 'src/a-b_1.txt')).toMatchObject({ ok: true });
});

test.each([
  'echo let $v.output',
  'echo $((1)) $v.output',
  '[[ a == $v.output && 1 -eq 1 ]]',
  '[ $v.output -eq 1 ]',
  'eval "$(printf %q $v.output)"',
  'bash -c \'echo "$1"\' _ $v.output',
  'bash script.sh -c $v.output',
  'declare -i n; m=$v.output',
  'declare -A m=([a]=$v.output)',
  'read -p $v.output x',
  'printf %s -v $v.output.',
  '(echo $v.output)',
  'echo a[$v.output]',
  'test -p $v.output',
  'echo constructor; toString $v.output',
])('elsewhere every text is let through: %s', (text) => {
  expect(render(text.replace('$v.output.', '"$v.output"').replace('-v "', '"'), '$(touch X)')).toMatchObject({
    ok: true,
  });
});

test.each([`bash -c 'echo "$GOAL"'`, `eval 'echo "$GOAL"'`])(
  'code in single quotes reads the environment: %s',
  (text) => {
    expect(render(text, '$(touch X)')).toEqual({ ok: true, text, variables: [] });
  },
);

test('a NUL, which bash cannot hold, is refused', () => {
  const message = '$v.output holds a NUL character, which bash cannot hold.';
  expect(render('echo $v.output', 'a\0b')).toEqual({ ok: false, message });
});

test('a field that is not there is refused with its reason', () => {
  const message = '$v.output.a: the output of node "v" is not JSON, so it has no field "a".';
  expect(render("echo '$v.output.a'", 'text')).toEqual({ ok: false, message });
});

test('a text nested beyond reason is refused', () => {
  const text = `${'$('.repeat(10_000)}$v.output`;
  expect(render(text, 'x')).toEqual({
    ok: false,
    message: 'The bash text is nested too deeply to put values into it.',
  });
});

test.each([
  "echo 'a $v.output",
  'echo "a $v.output',
  'echo `$v.output',
  'echo ${x:-$v.output',
  'cat <<EOF\n$v.output',
  '$((',
  '[[ $v.output',
])('a text that bash will refuse holds no value either: %s', (text) => {
  const rendering = render(text, '1');
  expect(rendering).toMatchObject({ ok: true });
  expect(rendering.ok && rendering.text).not.toContain('1 ');
});

test('one variable serves every use of a reference, and a text without references needs none', () => {
  expect(render('echo $v.output "$v.output" $GOAL', 'x')).toEqual({
    ok: true,
    text: 'echo "${__af1}" "${__af1}" "${__af2}"',
    variables: [
      { name: '__af1', value: 'x', outputOf: 'v' },
      { name: '__af2', value: 'x' },
    ],
  });
  expect(render('echo "$HOME"', 'x')).toEqual({ ok: true, text: 'echo "$HOME"', variables: [] });
  expect(bashPrelude([], 'file')).toBe('');
});
