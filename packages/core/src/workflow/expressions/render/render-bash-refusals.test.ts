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
  'printf -v"a[$v.output]" x',
  'printf -va[$v.output] x',
  'unset n; declare -i "n"; n=$v.output',
  "declare '-i' n\nn=$v.output",
  'declare -i \\\n n; n=$v.output',
  'declare -i n; for n in 1 $v.output; do :; done',
  'declare -i n; read n <<< $v.output',
  'declare -i n; read -r x n <<EOF\n1 $v.output\nEOF',
  "declare -i n; read n <<'EOF'\n$v.output\nEOF",
  'declare -i n; read n < <(echo $v.output)',
  'declare -i n; printf -v n %s $v.output',
  'declare -ai n; mapfile n <<< $v.output',
  'declare -i n; : ${n:=$v.output}',
  'declare -i n; : "${n=$v.output}"',
  'echo $(( $(echo $v.output) ))',
  'echo $(( `echo $v.output` ))',
  'echo $(( $(command printf "%s\\n" "$v.output") + 1 ))',
  'echo $(( $(true; cat <<< $v.output) ))',
  "echo $(( $(cat <<'EOF'\n$v.output\nEOF\n) ))",
  'echo $(( $(echo $v.output | cat) ))',
  'echo $(( $(echo $(echo "$v.output")) ))',
  '[[ $(echo $v.output) -eq 1 ]]',
  'a[$(echo $v.output)]=1',
  'let x=$(echo $v.output)',
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
  'read -ra$v.output',
  'printf -v$v.output x',
  'wait -np"$v.output"',
  'declare -n r; for r in $v.output; do :; done',
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

test.each([
  'echo let $v.output',
  'echo $((1)) $v.output',
  '[[ a == $v.output && 1 -eq 1 ]]',
  '[ $v.output -eq 1 ]',
  'declare -i n; m=$v.output',
  'declare -A m=([a]=$v.output)',
  'read -p $v.output x',
  'printf %s -v $v.output.',
  '(echo $v.output)',
  'echo a[$v.output]',
  'test -p $v.output',
  'echo constructor; toString $v.output',
  'echo $(( $(wc -l <<< $v.output) ))',
  '[[ $(echo $v.output | wc -l) -gt 1 ]]',
  '[[ $({ echo a; echo $v.output; } | wc -l) -gt 1 ]]',
  '[[ $(echo $v.output >&2; echo 1) -eq 1 ]]',
  '[[ $(echo $v.output) == a ]]',
  'declare -i n; read m <<< $v.output',
  'read -d $v.output -r x',
  'getopts $v.output x $v.output',
])('elsewhere every text is let through: %s', (text) => {
  expect(render(text.replace('$v.output.', '"$v.output"').replace('-v "', '"'), '$(touch X)')).toMatchObject({
    ok: true,
  });
});

const KEYS = [
  'declare -A m; m[$v.output]=1',
  'declare -A m\nm["$v.output"]=1',
  "typeset -A m n; n['$v.output']+=1",
  'declare -A m; f() { echo "${m[$v.output]}" ${#m["$v.output"]} "${m[a$v.output]:-x}"; }',
];

test.each(KEYS)('a key of an associative array may be any text but what means all of them: %s', (text) => {
  expect(render(text, 'a[$(touch X)]')).toMatchObject({ ok: true });
  for (const value of ['@', '*']) {
    const message = `$v.output stands where bash takes a key of an array, but it is "${value}", which means all of them.`;
    expect(render(text, value)).toEqual({ ok: false, message });
  }
});

test.each([
  'm[$v.output]=1; declare -A m',
  'm=(1); declare -A m; m[$v.output]=1',
  'echo "declare -A m"; m[$v.output]=1',
  '(declare -A m); m[$v.output]=1',
  'x=$(declare -A m); m[$v.output]=1',
  'x=`declare -A m`; m[$v.output]=1',
  'f() { declare -A m; }; m[$v.output]=1',
  'f() { local -A m; m[$v.output]=1; }',
  'if false; then declare -A m; fi; m[$v.output]=1',
  'for x do declare -A m; done; m[$v.output]=1',
  'case a in b) declare -A m ;; esac; m[$v.output]=1',
  'false && declare -A m; m[$v.output]=1',
  'false ||\ndeclare -A m; m[$v.output]=1',
  'declare -A m & m[$v.output]=1',
  'declare -A m | cat; m[$v.output]=1',
  'true | declare -A m; m[$v.output]=1',
  'coproc declare -A m; m[$v.output]=1',
  'declare -A m; unset m; m[$v.output]=1',
  'declare -A m; f() { local m; m[$v.output]=1; }',
  'declare +A m; m[$v.output]=1',
  '}; { declare -A m; }; m[$v.output]=1',
  "cat <<'EOF'\ndeclare -A m\nEOF\nm[$v.output]=1",
  'declare -A m; (( m[$v.output]++ ))',
  'declare -A m; echo $(( ${m[$v.output]} ))',
  'declare -A m; [[ -v m[$v.output] ]]',
  'declare -A m; unset "m[$v.output]"',
  'declare -A m; printf -v "m[$v.output]" x',
  'declare -A m; m=([$v.output]=1)',
  'declare -A m; n[$v.output]=1',
])('where an array may be another, or bash evaluates its key, only a whole number is one: %s', (text) => {
  const message = '$v.output stands where bash calculates, so it must be a whole number, but it is "a[$(touch X)]".';
  expect(render(text, 'a[$(touch X)]')).toEqual({ ok: false, message });
});

test('a NUL, which bash cannot hold, is refused', () => {
  const message = '$v.output holds a NUL character, which bash cannot hold.';
  expect(render('echo $v.output', 'a\0b')).toEqual({ ok: false, message });
});

test.each(['export -f f', 'declare -xf f', 'typeset -f -x f', 'set -a'])(
  'what no environment can hold is refused beside an exported function: %s',
  (command) => {
    const text = `f() { echo $v.output; }; ${command}`;
    expect(render(text, 'x'.repeat(131_065))).toMatchObject({ ok: true, variables: [{ exported: true }] });
    expect(render(text, 'x'.repeat(131_066))).toEqual({
      ok: false,
      message: '$v.output is too large to be handed on with an exported function. Write it to a file, and read that.',
    });
    expect(render('f() { echo $v.output; }; declare -f f; export x', 'x'.repeat(200_000))).toMatchObject({ ok: true });
  },
);

test('a bare assignment of a default that cannot stay one word is refused', () => {
  const message = "$v.output cannot stay one word in ${x:=…} beside $'…'. Put that into a variable before.";
  expect(render("echo ${x:=$'a'$v.output}", 'a b')).toEqual({ ok: false, message });
  expect(render("echo ${x:=$'a'} $v.output", 'a b')).toMatchObject({ ok: true });
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
