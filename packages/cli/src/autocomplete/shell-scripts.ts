export const SHELLS = ['bash', 'zsh'] as const;
export type Shell = (typeof SHELLS)[number];

/** What a shell has to run once so that it asks us at every press of the Tab key. */
export const SHELL_SCRIPTS: Readonly<Record<Shell, string>> = {
  // Without "mapfile", which the bash of macOS does not have. Where we know nothing, bash offers files.
  bash: `_agentflow_autocomplete() {
  local candidate
  COMPREPLY=()
  while IFS= read -r candidate; do COMPREPLY+=("$candidate"); done < <(
    agentflow autocomplete bash --line="\${COMP_LINE:0:COMP_POINT}" --word="$2" 2>/dev/null
  )
}
complete -o default -F _agentflow_autocomplete agentflow
`,
  zsh: `_agentflow_autocomplete() {
  local -a candidates
  candidates=(\${(f)"$(agentflow autocomplete zsh --line="\${(j: :)words[1,CURRENT-1]} $PREFIX" 2>/dev/null)"})
  if (( \${#candidates} )); then compadd -a candidates; else _files; fi
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
compdef _agentflow_autocomplete agentflow
`,
};
