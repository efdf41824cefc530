import { readFile } from 'node:fs/promises';
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { describe, expect, test } from 'vitest';
import { PACKAGES, packFolder } from './packed.js';

/** Our packages are ES modules and nothing else: who calls `require` or uses TypeScript's oldest resolution is not served. */
const NOT_SERVED = ['node10', 'node16-cjs'];

function concernsUs(problem: Problem): boolean {
  return !('resolutionKind' in problem && NOT_SERVED.includes(problem.resolutionKind));
}

describe.each(PACKAGES)('WHEN the package %s is packed', (name) => {
  const packed = packFolder(`packages/${name}`);

  test('THEN publint finds nothing, not even a suggestion', async () => {
    const { messages } = await publint({ pack: { tarball: Uint8Array.from(await packed).buffer }, strict: true });
    expect(messages).toEqual([]);
  });

  test('THEN its types are what an importer gets', async () => {
    const result = await checkPackage(createPackageFromTarballData(await packed));
    // The CLI is a program: nothing of it can be imported, so it may come without types.
    if (!result.types) return expect(name).toBe('cli');
    expect(result.problems.filter(concernsUs)).toEqual([]);
  });

  test('THEN it brings the licence of the project along', async () => {
    const licence = await readFile(new URL('../../LICENSE', import.meta.url), 'utf8');
    expect(createPackageFromTarballData(await packed).readFile(`/node_modules/@agentflow/${name}/LICENSE`)).toBe(
      licence,
    );
  });
});
