import lt from 'semver/functions/lt.js';
import satisfies from 'semver/functions/satisfies.js';

/** Whether a version fits a range as npm reads it; a prerelease fits where its release would. */
export function fits(version: string, range: string): boolean {
  return satisfies(version, range, { includePrerelease: true });
}

export function isOlder(version: string, than: string): boolean {
  return lt(version, than);
}
