import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { usageMeter } from '../rig/measure.js';
import { TestRig } from '../rig/test-rig.js';
import { Fault } from './report.js';
import { SessionFiles } from './session-files.js';
import { shell } from './shell.js';
import { chain, workflow } from './workflows.js';

const MEGABYTE = 1024 * 1024;
/** Of a session that does nothing, and 64 MB more; the collector of Node is generous while there is memory. */
const MOST_MEGABYTES = 100 + 64;

const OUTPUTS: Readonly<Record<string, string>> = {
  '200 MB of lines': 'yes 0123456789abcde | head -c 209715200',
  '1 GB of zeros': 'head -c 1073741824 /dev/zero',
  'one line of 200 MB': "head -c 209715200 /dev/zero | tr '\\0' x",
  'binary with every byte': 'for i in $(seq 1000); do cat bytes; done',
  'invalid UTF-8': "printf 'ok \\xff\\xfe \\xc3 \\xe2\\x82 \\xf0\\x9f\\x98 end\\n%.0s' $(seq 1000)",
};

test.each(Object.entries(OUTPUTS))(
  'row 17: WHEN a node prints %s THEN the log is byte-equal and memory bounded',
  async (name, bash) => {
    await using rig = await TestRig.create();
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const nodes = chain([
      { id: 'loud', bash },
      { id: 'after', bash: 'echo over' },
    ]);
    await rig.write({ 'flow.yaml': workflow(nodes), bytes });
    const fault = new Fault(17, `output of ${name}`);
    const meter = usageMeter(rig);
    await fault.try(async () => {
      const result = await rig.run('run flow.yaml --session-id one', meter);
      expect(result).toMatchObject({ code: 0, stdout: 'over\n' });
      const expected = execFileSync('bash', ['-c', `{ ${bash}; } | sha256sum`], { cwd: rig.path(), encoding: 'utf8' });
      const session = new SessionFiles(rig, 'one');
      expect(await digestOf(session.path('logs/loud.1.log'))).toBe(expected.split(' ')[0]);
      const { peakMegabytes } = await meter.read();
      fault.note({ MB: peakMegabytes });
      expect(peakMegabytes).toBeLessThan(MOST_MEGABYTES);
      expect(statSync(session.path('journal.jsonl')).size).toBeLessThan(MEGABYTE);
    });
  },
);

test('row 17: WHEN the last node prints 200 MB THEN stdout has every byte and memory is bounded', async () => {
  await using rig = await TestRig.create();
  await rig.write({ 'flow.yaml': workflow([{ id: 'loud', bash: OUTPUTS['200 MB of lines'] ?? '' }]) });
  const fault = new Fault(17, '200 MB to a slow reader of stdout');
  const meter = usageMeter(rig);
  await fault.try(async () => {
    // It reads a line, and the rest only when the whole output has been kept.
    const reader =
      '(read -r line; until grep -q session.finished .agentflow/sessions/one/journal.jsonl; do :; done; cat)';
    const command = `"$node" ${meter.nodeOptions.join(' ')} "$bin" run flow.yaml --session-id one`;
    const { code, stdout } = await shell(rig, `set -o pipefail; ${command} | ${reader} | sha256sum`, meter.env).exited;
    const expected = execFileSync('bash', ['-c', 'yes 0123456789abcde | head -c 209715200 | tail -c +17 | sha256sum']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: String(expected) });
    const { peakMegabytes } = await meter.read();
    fault.note({ MB: peakMegabytes });
    expect(peakMegabytes).toBeLessThan(MOST_MEGABYTES);
  });
});

const HOSTILE = '\\e[?1049h\\e[2J\\e]0;title\\a\\e[31m\\e[?25l\\ePq#0\\e\\\\\\e[8m\\x9b31m\\x1bc hidden';

test.each([
  { name: 'succeeds', bash: `printf '${HOSTILE}\\nlast\\n'`, code: 0 },
  { name: 'fails', bash: `printf '${HOSTILE}\\nlast\\n'; exit 1`, code: 1 },
])(
  'row 17: WHEN a node that $name prints escape sequences THEN the terminal stays intact',
  async ({ name, bash, code }) => {
    await using rig = await TestRig.create();
    await rig.write({ 'flow.yaml': workflow([{ id: 'loud', bash }]) });
    await new Fault(17, `escape sequences of a node that ${name}`).try(async () => {
      const result = await shell(
        rig,
        'export node bin; script -qec \'"$node" "$bin" run flow.yaml --session-id one\' /dev/null </dev/null',
        { TERM: 'xterm-256color' },
      ).exited;
      expect(result.code).toBe(code);
      expect(result.stdout).toContain('last');
      expect(unusualSequences(result.stdout)).toEqual([]);
      const expected = execFileSync('bash', ['-c', `printf '${HOSTILE}\\nlast\\n'`]);
      const log = readFileSync(new SessionFiles(rig, 'one').path('logs/loud.1.log'));
      expect(log.equals(expected)).toBe(true);
    });
  },
);

/** What is neither text nor a colour nor a movement of the progress display. */
function unusualSequences(screen: string): string[] {
  const usual = /\x1b\[[0-9;]*[mKAGJ]|\x1b\[\?25[lh]|\x1b\[\?2026[lh]/g;
  const rest = screen.replace(usual, '').match(/\x1b.{0,8}|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g);
  const cursor = [...screen.matchAll(/\x1b\[\?25([lh])/g)].at(-1)?.[1];
  return [...(rest ?? []), ...(cursor === 'l' ? ['the cursor stays hidden'] : [])];
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest('hex');
}
