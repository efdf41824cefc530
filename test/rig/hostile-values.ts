/** Texts that would do harm, or come out changed, if anything read them as code. */
export const HOSTILE_VALUES: readonly string[] = [
  '$(touch pwned)',
  '`touch pwned`',
  'x"; touch pwned; "',
  "'; touch pwned; '",
  `it's "quoted" \`and\` more`,
  'two\nlines; touch pwned\n\nand more',
  'line one\nline two\r\n\tthree\n',
  'a${IFS}b $IFS $v1.output \\$v1.output $HOME',
  '-n',
  '--help',
  '-rf --help',
  'EOF\ntouch pwned',
  '  spaces \t tab  ',
  '* ? [a-z] ~ {a,b} !! #x',
  "$$ $& $1 $' $` \\1 \\n \\",
  'grün 😀 \u0001',
  'separators \u2028 and \u2029, emoji 🦄, é',
  '$(( 1 + 1 )) <(touch pwned) | & > pwned',
  "${process.exit(9)} '); process.exit(9); ('",
  '"""\nimport os; os._exit(9)\n"""',
  "''' + str(1/0) + '''",
  '</script><!-- --> */ // # {braces} {{double}} %s \\n \\u0041 \\',
  '{"a": [1, "$v1.output", null]} is not JSON',
];

/** Bash has no way to hold a NUL, a script has. */
export const HOSTILE_SCRIPT_VALUES = [...HOSTILE_VALUES, 'a \0 inside'];

/** A place of a bash text in which a reference, `$V`, is used; it prints the value, between what is in `around`. */
export interface BashPlace {
  readonly bash: string;
  readonly around: readonly [before: string, after: string];
}

export const BASH_PLACES: readonly BashPlace[] = (
  [
    ['printf %s $V'],
    ['printf %s "$V"'],
    ["printf %s '$V'"],
    ['printf %s "<$V>"', '<', '>'],
    ['printf %s a:$V:b', 'a:', ':b'],
    [`printf %s "it's $V"`, "it's "],
    ['cat <<EOF\n$V\nEOF', '', '\n'],
    ["cat <<'EOF'\n$V\nEOF", '', '\n'],
    ['cat <<< $V', '', '\n'],
    ['x=$V; printf %s "$x"'],
    ['X=$V printenv X', '', '\n'],
    ['x=$(printf %s $V; printf .); printf %s "${x%.}"'],
    ['f() { printf %s:%s "$#" "$1"; }; f $V', '1:'],
    ['f() { printf %s "$V"; }; export -f f; bash -c f'],
    ['unset d; printf %s ${d:=$V}'],
    ['a=(x $V y); printf %s:%s "${#a[@]}" "${a[1]}"', '3:'],
    ['for word in $V; do printf %s "$word"; done'],
    ['if [[ $V == "$V" ]]; then printf %s "$V"; fi'],
  ] as const
).map(([bash, before = '', after = '']) => ({ bash, around: [before, after] }));

/** Places of a bash text in which a shell would run a value, so that a node with one there has to fail. */
export const CODE_PLACES: readonly string[] = [
  'bash -c "echo $V"',
  'bash -c -- "echo $V"',
  'bash -c -x "echo $V"',
  '$SHELL -c "echo $V"',
  '"$BASH" -c "echo $V"',
  'bash <<EOF\necho "$V"\nEOF',
  'bash <<\'EOF\'\necho "$V"\nEOF',
  'sh <<< "echo $V"',
  'echo "echo $V" | bash',
  '. /dev/stdin <<< "echo $V"',
  'source <(echo "echo $V")',
  'eval "echo $V"',
  'eval\\\n x=$V',
  'time -p eval "echo $V"',
  'coproc N { eval "echo $V"; }; wait',
  'eval "$(echo echo $V)"',
  'env BASH_ENV=$V bash -c :',
  'trap "echo $V" EXIT',
  'echo $(( a[$V] ))',
  'echo $(( $(echo "a[$V]") ))',
  '[[ $(echo "a[$V]") -eq 1 ]]',
  'printf -v"a[$V]" x',
  'declare -i "n"; n="a[$V]"',
  'declare -i n; for n in "a[$V]"; do :; done',
  'declare -i n; read n <<< "a[$V]"',
  'declare -i n; : ${n:="a[$V]"}',
];

/** A script that prints the value of the reference `$V` from each place in which one can stand, as a JSON list. */
export const JAVASCRIPT_PLACES = `console.log(JSON.stringify([
  $V,
  '$V',
  "$V",
  \`$V\`,
  \`\${$V}\`,
  \`\${"$V"}\`,
  String.raw\`$V\`,
  "<$V>".slice(1, -1),
  /* $V is a comment */
]))`;

/** The same in Python. */
export const PYTHON_PLACES = `import json
print(json.dumps([
  $V,
  '$V',
  "$V",
  '''$V''',
  """$V""",
  r'$V',
  r"""$V""",
  f'$V',
  f"{'$V'}",
  b'$V'.decode(),
  "<$V>"[1:-1],
]))`;
