import { expect, test } from 'vitest';
import { renderBash } from './render-bash.js';

const render = (text: string, value: string) =>
  renderBash(text, {
    output: (id) => (id === 'v' ? value : undefined),
    status: () => 'DONE',
    exitCode: () => 0,
    variable: () => value,
    input: () => value,
  });

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
  'bash -c -- "echo $v.output"',
  'bash -c -x "echo $v.output"',
  'bash --rcfile f -c "echo $v.output"',
  'bash -c +o posix -- "echo $v.output"',
  '$SHELL -c "echo $v.output"',
  '"$BASH" -c "echo $v.output"',
  '${SHELL:-/bin/sh} -ec "echo $v.output"',
  'sudo "$SHELL" -c "echo $v.output"',
  '$command -c "echo $v.output"',
  'su root -c "echo $v.output"',
  'su - root --command="echo $v.output"',
  'runuser -lc "echo $v.output" root',
  'rbash -c "echo $v.output"',
  '/bin/ksh93 -c "echo $v.output"',
  'bash <<\'EOF\'\necho "$v.output"\nEOF',
  'bash <<EOF\necho $v.output\nEOF',
  'bash -s x <<EOF\necho $v.output\nEOF',
  'sudo -u x sh -e <<-"EOF"\n\techo $v.output\n\tEOF',
  'ssh host bash <<EOF\necho $v.output\nEOF',
  'sh <<< "echo $v.output"',
  '$SHELL <<< "echo $v.output"',
  'bash /dev/stdin <<< "echo $v.output"',
  'bash <(echo "echo $v.output")',
  'bash < <(printf "echo %s" "$v.output")',
  'echo "echo $v.output" | bash',
  'echo "echo $v.output" |\n  sudo bash -x',
  'echo "echo $v.output" 2>/dev/null | tee log | cat; echo "$v.output" | cat | sh',
  '{ echo; echo "echo $v.output"; } | bash',
  "cat <<'EOF' | bash\necho $v.output\nEOF",
  '. /dev/stdin <<< "echo $v.output"',
  'source /dev/stdin <<EOF\necho $v.output\nEOF',
  'source <(echo "$v.output")',
  'eval "$(echo $v.output)"',
  'bash -c "$(cat <<\'EOF\'\necho $v.output\nEOF\n)"',
  'eval\\\n x=$v.output',
  'e\\\nval x=$v.output',
  "$'eval' $v.output",
  'time -p eval $v.output',
  'time -- eval $v.output',
  'coproc eval $v.output',
  'coproc N { eval "$v.output"; }',
  'coproc N if true; then eval "$v.output"; fi',
  'env BASH_ENV=$v.output bash -c :',
  'sudo -u x BASH_ENV=$v.output bash -c :',
  'mapfile -C "echo $v.output" -c 1 lines',
];

test.each(RUNS)('where bash runs text as code only a plain word is let through: %s', (text) => {
  const message =
    '$v.output stands where bash would run it as code, but it is "a; $(touch X)". Put it into a variable or an argument, and use that.';
  expect(render(text, 'a; $(touch X)')).toEqual({ ok: false, message });
  expect(render(text, 'src/a-b_1.txt')).toMatchObject({ ok: true });
});

test.each([
  'eval "$(printf %q $v.output)"',
  'bash -c \'echo "$1"\' _ $v.output',
  'bash script.sh -c $v.output',
  'bash script.sh <<< $v.output',
  "bash -c 'cat' <<< $v.output",
  "bash -c 'cat' <<'EOF'\n$v.output\nEOF",
  'bash -s <script.sh $v.output',
  'grep -q bash <<< $v.output',
  'echo $v.output | bash script.sh',
  'echo $v.output > file; bash',
  'while read x; do :; done <<< $v.output\nbash script.sh',
  'printf %q $v.output | bash',
  'source $v.output',
  '$command $v.output',
  '$SUDO grep -c $v.output file',
  'make ENV=$v.output',
  'coproc N { cat; }; echo $v.output',
  'time -p echo $v.output',
])('a text that is not run as code may be any: %s', (text) => {
  expect(render(text, '$(touch X)')).toMatchObject({ ok: true });
});

test.each([`bash -c 'echo "$GOAL"'`, `eval 'echo "$GOAL"'`, `bash <<'EOF'\necho "$GOAL"\nEOF`])(
  'code in single quotes reads the environment: %s',
  (text) => {
    expect(render(text, '$(touch X)')).toEqual({ ok: true, text, variables: [] });
  },
);
