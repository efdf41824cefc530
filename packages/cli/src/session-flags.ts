import { boolean, integer, option } from '@oclif/core/flags';
import { PROGRESS_KINDS } from './renderers/renderer.js';

/** The limit that was asked for here, or else the configured one. */
export function concurrencyOf(
  { concurrency: asked }: { concurrency?: number | undefined },
  { concurrency: usual }: { concurrency?: number },
): { concurrency?: number } {
  const concurrency = asked ?? usual;
  return concurrency === undefined ? {} : { concurrency };
}

/** Flags that `run` and `resume` share. */
export const sessionFlags = {
  concurrency: integer({ char: 'c', description: 'Run at most this many tasks at once.', min: 1, helpValue: 'N' }),
  'on-failure': option({
    description: 'When a task fails: go on where possible, start no new tasks, or end running ones too.',
    options: ['continue', 'no-new', 'kill'] as const,
    default: 'continue' as const,
  })(),
  progress: option({
    description: 'How to show progress.',
    options: PROGRESS_KINDS,
    default: 'auto' as const,
  })(),
  'no-input': boolean({ description: 'Never ask; pause when a person is needed.' }),
};
