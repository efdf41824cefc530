/** Every diagnostic a workflow file can get, with what it means. `docs/errors.md` is this list. */
export const DIAGNOSTIC_CODES = {
  'file-unreadable': 'The file does not exist or cannot be read.',
  'file-too-large': 'A workflow file may have at most 10 MB, and 200 MB when it is parsed.',
  'file-encoding': 'The file is not valid UTF-8 or holds control characters.',
  'yaml-syntax': 'The file is not valid YAML 1.2.',
  'yaml-duplicate-key': 'A mapping has the same key twice.',
  'yaml-too-deep': 'Values are nested more than 100 levels deep.',
  'yaml-alias': 'An alias has no anchor, contains itself, or the aliases together expand to too much.',
  'yaml-tag': 'A tag that YAML 1.2 core does not know.',
  'yaml-key': 'A key that is not a plain text.',
  'not-a-workflow': 'The file is not a mapping with `name` and either `stages` or `nodes`.',
  'not-a-config': 'The config file is not a mapping.',
  'missing-field': 'A required field is absent.',
  'invalid-value': 'A value has the wrong type or is out of its range.',
  'blank-value': 'A text that must say something is blank.',
  'unknown-key': 'A key that nothing reads; often a typing mistake.',
  'ignored-field': 'A field that has no effect on this type of node.',
  'no-node-type': 'A node has none of the registered node types as a key.',
  'several-node-types': 'A node has more than one node type.',
  'invalid-node': 'A node type refused the config of a node.',
  'broken-node-type': 'The plugin of a node type could not be loaded, or its code failed.',
  'invalid-id': 'An id that does not match `[A-Za-z_][A-Za-z0-9_-]*`, or has more than 128 characters.',
  'duplicate-id': 'Two nodes or tasks share an id.',
  'unknown-dependency': '`depends_on` names a node that does not exist.',
  'self-dependency': 'A node depends on itself.',
  'dependency-cycle': 'Nodes depend on each other in a circle.',
  'unknown-reference': 'A reference names a node, variable or input that does not exist.',
  'not-upstream': 'A reference names a node that is not a dependency, direct or not.',
  'literal-reference': 'A reference in `env`, `cwd` or the quotes of a condition, where none is filled in.',
  'unknown-output-field': "A reference names a field that the producer's `output_format` does not have.",
  'expression-syntax': 'A `when` expression cannot be parsed.',
  'missing-adapter': 'A node runs an agent, but nothing says which.',
  'unknown-adapter': 'No registered adapter has that name.',
  'broken-adapter': 'The plugin of an adapter could not be loaded.',
  'unsupported-option': 'The adapter, or the mode it runs in, cannot honour an option of the node.',
  'missing-prompt': 'A headless task has no prompt.',
  'needs-person': '`interactive: false` in a workflow with a node that waits for a person.',
  'unknown-command': 'No folder has a file for the named command.',
  'front-matter': 'The front matter of a command file cannot be used.',
  'unknown-script': 'No folder has a file for the named script.',
  'too-many-problems': 'The file has more than 1,000 problems; this stands for the rest of them.',
  'missing-runtime': 'The program a script needs is not on the PATH.',
  'device-name': 'A bash text opens `/dev/stdout` or `/dev/stderr` by name, which are sockets here.',
} as const;

/** The stable name of a kind of problem, for programs that read `--json`. */
export type DiagnosticCode = keyof typeof DIAGNOSTIC_CODES;

export function isDiagnosticCode(code: string): code is DiagnosticCode {
  return Object.hasOwn(DIAGNOSTIC_CODES, code);
}
