/** A shell variable that a rendered bash text reads. */
export interface BashVariable {
  readonly name: string;
  readonly value: string;
  /** The node whose whole output the value is; the caller may then hand over its bytes, also when they are not UTF-8. */
  readonly outputOf?: string;
  /** Whether the programs that the text starts get it, too. */
  readonly exported?: true;
}

/**
 * What the values file of a rendered text must hold: one file for all variables, because an environment
 * string is limited to 128 KiB. Write it with mode 0600; not needed when there are no variables.
 */
export function bashValuesFile(
  variables: readonly BashVariable[],
  bytesOf: (id: string) => Uint8Array | undefined = () => undefined,
): Uint8Array {
  const chunks = variables.flatMap(({ value, outputOf }) => {
    const bytes = outputOf === undefined ? undefined : bytesOf(outputOf);
    return [bytes ?? Buffer.from(value), Uint8Array.of(0)];
  });
  return Buffer.concat(chunks);
}

/**
 * The text to put before the rendered one (`bash -c prelude + text`): reads the variables from the values file.
 * One line without a line break, so that bash counts the lines of the text as its author does. '' without variables.
 */
export function bashPrelude(variables: readonly BashVariable[], file: string): string {
  if (variables.length === 0) return '';
  const path = `'${file.replaceAll("'", "'\\''")}'`;
  // bash before 4.4 (macOS) has no `mapfile -d`; its `read` loses bytes that are not UTF-8 unless the locale is C.
  const read = `mapfile -d '' -t __af <${path} 2>/dev/null`;
  const readOld = `while LC_ALL=C IFS= read -r -d '' __af0; do __af[\${#__af[@]}]=$__af0; done <${path}`;
  const assign = variables.map(({ name }, index) => `${name}=\${__af[${index}]}`).join(' ');
  const exported = variables.filter((variable) => variable.exported).map(({ name }) => ` ${name}`);
  const share = exported.length > 0 ? `export${exported.join('')}; ` : '';
  return `__af=(); ${read} || ${readOld} || exit 1; ${assign}; ${share}unset __af; `;
}
