import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { NpmRegistry } from './npm-registry.js';
import { publishFolder, publishInstalled } from './packed.js';

const TUTORIAL = new URL('../../docs/plugins/tutorial.md', import.meta.url);
const BIN = new URL('../../packages/cli/bin/run.js', import.meta.url).pathname;

/** The page as one shell script: commands as they stand, files written where they stand. */
function toScript(page: string): string {
  const blocks = [...page.matchAll(/^```(\w+)(?: file=(\S+))?\n(.*?)^```$/gms)];
  const lines = blocks.flatMap(([, language, file, text = '']) => {
    if (file !== undefined) return [`cat > ${file} <<'END_OF_FILE'\n${text}END_OF_FILE`];
    return language === 'sh' ? [text] : [];
  });
  return ['set -e', ...lines].join('\n');
}

test('WHEN somebody follows the tutorial THEN every command succeeds and the answer is the one it shows', {
  timeout: 180_000,
}, async () => {
  await using registry = await NpmRegistry.listen();
  await publishFolder(registry, 'packages/plugin-sdk');
  await publishInstalled(registry, 'typescript');
  await using rig = await TestRig.create();
  const page = await readFile(TUTORIAL, 'utf8');
  await rig.write({
    'tutorial.sh': toScript(page),
    '../bin/agentflow': `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`,
  });
  await chmod(join(rig.bin, 'agentflow'), 0o755);
  const { code, stdout, stderr } = await rig.spawn('bash', ['tutorial.sh'], registry.env).exited;
  expect(code, `${stdout}\n${stderr}`).toBe(0);
  const answer = /^```text\n(.*?)^```$/ms.exec(page)?.[1] ?? '';
  expect(stdout).toContain(`\n${answer}`);
  expect(stdout).toContain('The adapter "parrot" cannot honour "permissions: read-only" of "greet".');
});
