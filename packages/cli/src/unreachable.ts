/** Ends a closed switch: a new case must break the build, not the run. */
export function unreachable(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
