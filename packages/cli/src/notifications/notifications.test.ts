import { execFileSync } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionEvent } from '@agentflow/core';
import { expect, test } from 'vitest';
import { Notifications } from './notifications.js';

test('a command that takes too long is ended with all it started, and it is told', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'agentflow-notifications-'));
  const held = join(cwd, 'held');
  execFileSync('bash', ['-c', 'mkfifo held'], { cwd });
  // Ends when the last process that writes to it has.
  const ended = new Promise<void>((resolve) =>
    createReadStream(held)
      .resume()
      .once('end', () => resolve()),
  );
  const warnings: string[] = [];
  let tell: (event: SessionEvent) => void = () => {};
  const session = { cwd, onEvent: (listener: typeof tell) => (tell = listener) };
  const notifications = new Notifications(session, {
    commands: { on_finished: 'sleep 12345 > held; true' },
    warn: (text) => warnings.push(text),
    longestMs: 500,
  });
  tell({ type: 'session.finished', status: 'DONE' } as SessionEvent);
  await Promise.all([notifications.done(), ended]);
  expect(warnings).toEqual(['warning: on_finished took more than 0.5 s: sleep 12345 > held; true']);
  rmSync(cwd, { recursive: true });
});
