/** The one function of semver that is used; the package has no types of its own. */
declare module 'semver/functions/satisfies.js' {
  export default function satisfies(
    version: string,
    range: string,
    options?: { readonly includePrerelease?: boolean },
  ): boolean;
}
